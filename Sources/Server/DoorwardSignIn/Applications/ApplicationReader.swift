package import DoorwardSessions
import DoorwardStore
import DoorwardTexts
import DoorwardUnicode
package import Encodings
import JOSE

/// Reads the settings of an application: a member of `applications` in the configuration, or the record in the store.
/// The defaults of omitted settings are derived from the account origin.
package struct ApplicationReader: Sendable {
  private let origin: WebOrigin
  private let isDevelopment: Bool
  private let settings: MethodSettings

  /// - Parameters:
  ///   - origin: the account origin.
  ///   - isDevelopment: whether the server is for this machine only.
  ///   - settings: the server's settings of the methods.
  package init(origin: WebOrigin, isDevelopment: Bool, settings: MethodSettings) {
    self.origin = origin
    self.isDevelopment = isDevelopment
    self.settings = settings
  }

  /// Reads the settings of an application.
  ///
  /// - Parameters:
  ///   - object: the settings.
  ///   - isDefault: whether the hosted page belongs to the application.
  /// - Returns: the application with all default values.
  /// - Throws: ``ConfigurationError``: the first mistake, with all others.
  package func read(_ object: JSONObject, isDefault: Bool) throws(ConfigurationError) -> Application {
    let mistakes = ConfigurationMistakes()
    let application = read(ConfigurationReader(object, mistakes), isDefault: isDefault)
    try mistakes.check()
    return application
  }

  /// Reads the settings of an application and notes its mistakes.
  package func read(_ source: ConfigurationReader, isDefault: Bool) -> Application {
    var reader = source
    let id = id(&reader)
    // A loopback address is not a useful name for users.
    let name = name(&reader) ?? (origin.isLoopback ? "Doorward" : origin.host)
    let offers = SignInMethods.readOffers(
      &reader,
      OfferContext(origins: origins, names: [name, isDefault ? origin.host : id], settings: settings))
    let client = ClientSettings(&reader)
    let application = Application(
      id: id, name: name, audience: reader.string("audience") ?? "\(origin)/applications/\(id)",
      offers: offers, origins: Set(scriptOrigins(&reader)), terms: terms(&reader),
      client: client.client(isDefault: isDefault, isDevelopment: isDevelopment),
      signsInDirectly: client.signsInDirectly, signUp: signUp(&reader, id), signInFirst: signInFirst(&reader),
      secondFactor: secondFactor(&reader), language: language(&reader), appearance: appearance(&reader),
      roles: roles(&reader))
    reader.finish(hints: [
      "client_secret": """
      The server keeps no secret, only its hash: run `doorward admin application secret`, put the \
      client_secret_hash that it prints here and give the client_secret to the client
      """
    ])
    return application
  }

  /// The account origin, and in development the other names of this machine.
  private var origins: [WebOrigin] {
    guard isDevelopment, origin.isLoopback else { return [origin] }
    let others = ["127.0.0.1", "localhost"].filter { $0 != origin.host }
    return [origin] + others.map { WebOrigin(scheme: origin.scheme, host: $0, port: origin.port) }
  }

  private func id(_ reader: inout ConfigurationReader) -> String {
    guard let id = reader.requiredString("id") else { return "" }
    if !(1...64).contains(id.utf8.count) || !id.utf8.allSatisfy(Self.isIDUnit) {
      reader.refuse("id", "must be 1 to 64 letters, digits, dashes, dots and underscores")
    }
    if id == Application.dashboardID {
      reader.refuse("id", "\"\(id)\" is the server's own client for its administration")
    }
    return id
  }

  private func name(_ reader: inout ConfigurationReader) -> String? {
    let name = reader.string("name")
    if let name, !name.isLine(upTo: 120) {
      reader.refuse(
        "name", "must be one line of up to 120 characters: the message that the user signs contains it")
    }
    return name
  }

  private func language(_ reader: inout ConfigurationReader) -> Language? {
    guard let tag = reader.string("language") else { return nil }
    let language = Language(tag: tag)
    if language == nil {
      let tags = Language.all.map { "\"\($0)\"" }.joined(separator: ", ")
      reader.refuse("language", "must be one of \(tags)")
    }
    return language
  }

  private func roles(_ reader: inout ConfigurationReader) -> [String] {
    let roles = reader.strings("roles") ?? []
    for role in roles where !Application.isRoleName(role) {
      reader.refuse(
        "roles",
        "\"\(role)\" is not a role: 1 to \(Application.maximumRoleName) letters, digits, dashes, dots, underscores and colons"
      )
    }
    if Set(roles).count < roles.count { reader.refuse("roles", "names a role twice") }
    if roles.count > Application.maximumRoles {
      reader.refuse(
        "roles",
        "must have at most \(Application.maximumRoles) roles: every access token has those of its user")
    }
    return roles
  }

  private func scriptOrigins(_ reader: inout ConfigurationReader) -> [String] {
    let origins = reader.strings("origins") ?? []
    for origin in origins where WebOrigin(origin).map({ "\($0)" }) != origin {
      reader.refuse("origins", "\"\(origin)\" is not an origin: scheme, host and port, nothing more")
    }
    return origins
  }

  private func signUp(_ reader: inout ConfigurationReader, _ id: String) -> SignUpPolicy {
    var policy = SignUpPolicy()
    if let text = reader.string("sign_up") {
      if let mode = SignUpPolicy.Mode(rawValue: text) {
        policy.mode = mode
        if mode == .invited { policy.invitingApplications = [id] }
      } else {
        let modes = SignUpPolicy.Mode.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: " or ")
        reader.refuse("sign_up", "must be \(modes)")
      }
    }
    policy.emailDomains = reader.strings("email_domains").map { domains in
      Set(
        domains.map { domain in
          guard let name = try? DomainName(domain) else {
            reader.refuse("email_domains", "\"\(domain)\" is not a domain name")
            return domain
          }
          return name.ascii.lowercased()
        })
    }
    return policy
  }

  private func signInFirst(_ reader: inout ConfigurationReader) -> SignInMethodName {
    let names = SignInMethods.namesByIdentifier
    guard let text = reader.string("sign_in_first") else { return names[0] }
    let name = SignInMethodName(rawValue: text)
    if !names.contains(name) {
      let known = names.map { "\"\($0.rawValue)\"" }.joined(separator: " or ")
      reader.refuse("sign_in_first", "must be \(known)")
    }
    return name
  }

  private func secondFactor(_ reader: inout ConfigurationReader) -> SecondFactorPolicy {
    guard var object = reader.object("second_factor") else { return SecondFactorPolicy() }
    let isRequired = object.bool("required") ?? false
    var channels: [DeliveryChannel] = []
    let configured = settings[DeliveryChannels.self]?.configured ?? []
    for name in object.strings("codes") ?? [] {
      if let channel = configured.first(where: { $0.rawValue == name }) {
        channels.append(channel)
      } else {
        object.refuse("codes", "\"\(name)\" is not a channel that the server's delivery has")
      }
    }
    object.finish()
    return SecondFactorPolicy(isRequired: isRequired, codeChannels: channels)
  }

  private func appearance(_ reader: inout ConfigurationReader) -> Appearance {
    guard let object = reader.object("appearance") else { return Appearance() }
    var appearance = AppearanceReader(object)
    return appearance.appearance()
  }

  private func terms(_ reader: inout ConfigurationReader) -> Application.Terms {
    guard var object = reader.object("terms") else { return Application.Terms() }
    let terms = Application.Terms(
      termsURL: object.string("terms_url"), privacyURL: object.string("privacy_url"))
    object.finish()
    return terms
  }

  private static func isIDUnit(_ unit: UInt8) -> Bool {
    switch unit {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
      true
    default: false
    }
  }
}
