import DoorwardIdentifiers
import DoorwardServerRules
import DoorwardSignIn
import DoorwardStore
import DoorwardWire
import Encodings

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension ImportedUser {
  /// The account of the user, without the password.
  ///
  /// An address that its user has not proven is left out: another person may have entered it, with a password of their
  /// own. A user name that this server does not accept is left out if the user has an address.
  ///
  /// - Parameters:
  ///   - trustingAddresses: whether the operator vouches for addresses that are not marked as verified.
  ///   - now: the time.
  /// - Returns: the account.
  /// - Throws: ``RecordRefusal``.
  func account(trustingAddresses: Bool, at now: Date) throws(RecordRefusal) -> NewUser {
    var identifiers: [SignInIdentifier] = []
    var flaw: IdentifierError?
    if let email, email.isVerified || trustingAddresses {
      do throws(IdentifierError) { identifiers.append(.email(try EmailAddress(email.text))) } catch {
        flaw = error
      }
    }
    if let phone, phone.isVerified || trustingAddresses {
      do throws(IdentifierError) { identifiers.append(.phone(try PhoneNumber(phone.text))) } catch {
        flaw = error
      }
    }
    if let userName {
      do throws(IdentifierError) { identifiers.append(.userName(try UserName.new(userName))) } catch {
        flaw = flaw ?? error
      }
    }
    guard !identifiers.isEmpty else { throw refusal(flaw) }
    var account = NewUser(identities: identifiers.map(\.identity))
    for text in ProfileText.allCases { account.profile[text] = Self.value(of: text, profile[text]) }
    account.metadata = try Self.checked(metadata, "the user's metadata")
    account.appMetadata = try Self.checked(appMetadata, "the application's metadata")
    account.lastSignInAt = lastSignInAt.map { min($0, now) }
    if isDisabled, disabledUntil.map({ now < $0 }) ?? true {
      account.ban = UserBan(
        reason: "disabled in the system that the user was imported from", bannedAt: now, endsAt: disabledUntil
      )
    }
    return account
  }

  /// The reason why the user has no identifier.
  private func refusal(_ flaw: IdentifierError?) -> RecordRefusal {
    if let flaw { return RecordRefusal(RecordRefusal.Code(rawValue: flaw.codeName), flaw.reason) }
    guard email != nil || phone != nil else {
      return RecordRefusal(.noIdentifier, "The record has no email address, phone number or user name.")
    }
    return RecordRefusal(
      .addressNotVerified,
      "The export does not mark the address as verified. --trust-addresses imports it.")
  }

  /// A text of the profile; nil if a profile cannot have it, or if a part of it is lost.
  private static func value(of text: ProfileText, _ value: String?) -> String? {
    value.flatMap { $0.isEmpty || RepairedText.isDamaged($0) || text.flaw(of: $0) != nil ? nil : $0 }
  }

  private static func checked(_ metadata: JSONObject, _ name: String) throws(RecordRefusal) -> JSONObject {
    guard let flaw = MetadataRule.flaw(of: metadata) else { return metadata }
    if case .number = flaw {
      throw RecordRefusal(
        .metadataNumber, "\(name) has a number that is too large for a 64-bit floating-point number.")
    }
    throw RecordRefusal(.metadataTooLarge, "\(name) is larger or deeper than this server accepts.")
  }
}
