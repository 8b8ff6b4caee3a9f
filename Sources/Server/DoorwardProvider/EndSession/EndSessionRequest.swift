package import DoorwardSessions
import DoorwardSignIn
package import DoorwardStore
import DoorwardWire
import Encodings

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// A client's request to sign the user out of the hosted page (OpenID Connect RP-Initiated Logout §2).
package struct EndSessionRequest: Sendable, Equatable {
  private static let purpose = [UInt8]("end-session-ticket".utf8)

  /// The client that makes the request, if it is known.
  package let applicationID: String?
  /// The redirect after the sign-out; one of the client's listed URIs.
  package let address: String?
  /// The session on the page that the client's ID token names.
  package let session: Session.ID?
  package let issuedAt: Date

  /// - Parameters:
  ///   - parameters: the parameters of the request.
  ///   - hint: the verified ID token, if this server issued it.
  ///   - claimed: the client that an unverified ID token names.
  ///   - applications: the configured applications.
  ///   - now: the time.
  /// - Throws: ``EndSessionRefusal`` if the client is unknown, its redirect URI is not listed, or the parameters
  ///   cannot be used.
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
    // The match includes the port: apps do not open a loopback port to be notified of a sign-out.
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

  /// Opens a request that ``sealed(under:)`` made; nil if the text is not one or has expired.
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

/// The reason why a client's sign-out link does not redirect the user (OpenID Connect RP-Initiated Logout §3). The page
/// still offers to sign the user out.
package enum EndSessionRefusal: Error, Sendable {
  case unknownClient
  /// The client has not registered the address.
  case unlistedReturn(Application)
  /// The state is too long to send back.
  case unusableState(Application)
  /// The parameters cannot be read, or one is repeated.
  case unreadable

  /// The client, if it is known.
  package var clientID: String? {
    switch self {
    case .unlistedReturn(let application), .unusableState(let application): application.id
    case .unknownClient, .unreadable: nil
    }
  }

  /// The code of the refusal in the log.
  package var code: String {
    if case .unknownClient = self { WireCode.invalidClient } else { WireCode.invalidRequest }
  }
}
