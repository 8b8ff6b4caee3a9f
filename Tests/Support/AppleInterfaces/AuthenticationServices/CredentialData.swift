public import Foundation

// https://developer.apple.com/documentation/authenticationservices/ascredentialdatamanager
@available(macOS 26.2, iOS 26.2, *)
public final class ASCredentialDataManager {
  // Tests use it only on the main actor.
  nonisolated(unsafe) static var all: [String] = []

  // https://developer.apple.com/documentation/authenticationservices/ascredentialdatamanager/init()
  public init() {}

  // https://developer.apple.com/documentation/authenticationservices/ascredentialdatamanager/reportunknownpublickeycredential(relyingpartyidentifier:credentialid:)
  public final func reportUnknownPublicKeyCredential(
    relyingPartyIdentifier: String, credentialID: Data
  ) async throws {
    Self.all.append("unknown \(relyingPartyIdentifier) \(Array(credentialID))")
  }

  // https://developer.apple.com/documentation/authenticationservices/ascredentialdatamanager/reportallacceptedpublickeycredentials(relyingpartyidentifier:userhandle:acceptedcredentialids:)
  public final func reportAllAcceptedPublicKeyCredentials(
    relyingPartyIdentifier: String, userHandle: Data, acceptedCredentialIDs: [Data]
  ) async throws {
    let ids = acceptedCredentialIDs.map { Array($0) }
    Self.all.append("accepted \(relyingPartyIdentifier) \(Array(userHandle)) \(ids)")
  }

  // https://developer.apple.com/documentation/authenticationservices/ascredentialdatamanager/reportpublickeycredentialupdate(relyingpartyidentifier:userhandle:newname:)
  public final func reportPublicKeyCredentialUpdate(
    relyingPartyIdentifier: String, userHandle: Data, newName: String
  ) async throws {
    Self.all.append("name \(relyingPartyIdentifier) \(Array(userHandle)) \(newName)")
  }
}

#if os(Linux)
  // Stand-in: what the password managers were told.
  extension ASCredentialDataManager {
    package static var reports: [String] { all }
    package static func reset() { all = [] }
  }
#endif
