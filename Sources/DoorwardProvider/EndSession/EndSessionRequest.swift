package import DoorwardSessions
import DoorwardSignIn
package import DoorwardStore
import Encodings

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  import Foundation
#endif

/// A client's wish that the person be signed out of the hosted page (OpenID Connect RP-Initiated Logout §2).
package struct EndSessionRequest: Sendable, Equatable {
  private static let purpose = [UInt8]("end-session-ticket".utf8)

  /// Who asks, as far as that is known.
  package let applicationID: String?
  /// Where to go once it is done; one of the client's own.
  package let address: String?
  /// The session on the page that the client means, by an ID token it has shown.
  package let session: Session.ID?
  package let issuedAt: Date

  /// - Parameters:
  ///   - parameters: what was sent.
  ///   - hint: the ID token among it, where it is one of ours.
  ///   - claimed: whom the ID token names, whoever made it, where it is none of ours.
  ///   - applications: those there are.
  ///   - now: the time.
  /// - Throws: ``EndSessionRefusal`` where the way back is not one that the client has listed.
  package init(
    _ parameters: AuthorizationParameters, hint: TokenVerifier.IDTokenHint?, claimed: Application?,
    _ applications: ApplicationDirectory, at now: Date
  ) throws(EndSessionRefusal) {
    guard parameters.repeated.isEmpty else { throw .unreadable }
    let named = parameters["client_id"]
    guard hint == nil || named == nil || hint?.application.id == named else { throw .unknownClient }
    let application = named.map { applications[$0] } ?? hint?.application ?? claimed
    guard named == nil || application != nil else { throw .unknownClient }
    address = try Self.address(parameters, of: application)
    applicationID = application?.id
    session = hint?.session
    issuedAt = now
  }

  private static func address(
    _ parameters: AuthorizationParameters, of application: Application?
  ) throws(EndSessionRefusal) -> String? {
    guard let presented = parameters["post_logout_redirect_uri"] else { return nil }
    guard let application else { throw .unknownClient }
    // Exactly: nothing listens on a port of its own to hear of a sign-out.
    guard
      application.client.postLogoutRedirectURIs.contains(where: {
        $0.text.utf8.elementsEqual(presented.utf8)
      })
    else { throw .unlistedReturn(application) }
    guard let state = parameters["state"] else { return presented }
    guard state.utf8.count <= AuthorizationReturn.maximumState else { throw .unusableState(application) }
    return presented.appendingQuery([("state", state)])
  }

  package func sealed(under key: DerivedKey) throws -> String {
    var object: JSONObject = ["issued_at": .integer(try StoredTime.milliseconds(issuedAt))]
    object["client_id"] = applicationID.map(JSONValue.string)
    object["address"] = address.map(JSONValue.string)
    object["session"] = session.map { .string($0.text) }
    return try key.sealedText(JSONValue.object(object).serialized(), purpose: Self.purpose)
  }

  /// Opens what ``sealed(under:)`` made; nil where it is none or is too old.
  package init?(_ text: String, under key: DerivedKey, at now: Date) {
    guard let bytes = key.opened(text, purpose: Self.purpose), let object = try? JSONParser.parse(bytes),
      let milliseconds = object["issued_at"]?.int64
    else { return nil }
    issuedAt = StoredTime.moment(milliseconds)
    guard (0..<AuthorizationTicket.lifetime).contains(now.timeIntervalSince(issuedAt)) else { return nil }
    applicationID = object["client_id"]?.string
    address = object["address"]?.string
    session = object["session"]?.string.flatMap { Session.ID($0) }
  }
}
