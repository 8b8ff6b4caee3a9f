package import DoorwardServerRules
import DoorwardSessions
import DoorwardStore
package import Encodings

/// The identifiers that users of an application sign up with, beside a password.
package struct PasswordOffer: MethodOffer, Equatable {
  /// A kind of identifier, as the HTTP contract names it.
  package enum Identifier: String, Sendable, CaseIterable {
    case email
    case phone = "phone_number"
    case userName = "username"
  }

  package var identifiers: [Identifier]
  /// The rules for new passwords.
  package var rules: PasswordRules { needSecondFactor ? rulesWithSecondFactor : rulesAlone }
  private let rulesAlone: PasswordRules
  private let rulesWithSecondFactor: PasswordRules
  /// Whether every application that offers passwords requires a second factor.
  fileprivate var needSecondFactor = false

  package var settings: JSONObject { ["identifiers": .strings(identifiers.map(\.rawValue))] }

  package func narrowed(to client: PasswordOffer) -> PasswordOffer? {
    let shared = identifiers.filter(client.identifiers.contains)
    var narrowed = self
    narrowed.identifiers = shared
    return shared.isEmpty ? nil : narrowed
  }

  /// Reads `password` of an application. An address is verified by a code, so it needs a channel.
  init(_ application: inout ConfigurationReader, _ context: OfferContext) {
    let channels = context.settings[DeliveryChannels.self]?.configured ?? []
    let possible = Identifier.allCases.filter { identifier in
      switch identifier {
      case .email: channels.contains(.email)
      case .phone: channels.contains(.sms)
      case .userName: true
      }
    }
    // A user who has only a user name cannot get a new password, so the operator must choose that.
    identifiers = possible.filter { $0 != .userName }
    let passwords = context.settings[PasswordSettings.self] ?? PasswordSettings()
    rulesAlone = passwords.rules
    rulesWithSecondFactor = passwords.rulesWithSecondFactor
    guard var reader = application.object("password") else { return }
    if let names = reader.strings("identifiers") {
      identifiers = Identifier.allCases.filter { names.contains($0.rawValue) }
      if names.isEmpty { reader.refuse("identifiers", "must list at least one kind of identifier") }
      for name in names {
        guard let identifier = Identifier(rawValue: name) else {
          let known = Identifier.allCases.map(\.rawValue).joined(separator: ", ")
          reader.refuse("identifiers", "\"\(name)\" is not a kind of identifier; the kinds are \(known)")
          continue
        }
        if !possible.contains(identifier) {
          reader.refuse("identifiers", "\"\(name)\" needs a channel in \"delivery\" that sends the codes")
        }
      }
    }
    reader.finish()
  }
}

extension [Application] {
  /// The applications with the rules for new passwords that hold in all of them.
  ///
  /// A user signs in to each application with the same password. So a password may be short only if no application accepts it
  /// without a second factor (NIST SP 800-63B-4 §3.1.1.2).
  var withCommonPasswordRules: [Application] {
    let needSecondFactor = allSatisfy { $0.offers[PasswordOffer.self] == nil || $0.secondFactor.isRequired }
    return map { application in
      guard var offer = application.offers[PasswordOffer.self] else { return application }
      var application = application
      offer.needSecondFactor = needSecondFactor
      application.offers[.password] = offer
      return application
    }
  }
}
