// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import Foundation

// https://developer.apple.com/documentation/authenticationservices/asauthorizationsecuritykeypublickeycredentialprovider
open class ASAuthorizationSecurityKeyPublicKeyCredentialProvider: NSObject, ASAuthorizationProvider {
  let domain: String

  // https://developer.apple.com/documentation/authenticationservices/asauthorizationsecuritykeypublickeycredentialprovider/init(relyingpartyidentifier:)
  public init(relyingPartyIdentifier: String) { domain = relyingPartyIdentifier }

  // https://developer.apple.com/documentation/authenticationservices/asauthorizationsecuritykeypublickeycredentialprovider/createcredentialregistrationrequest(challenge:displayname:name:userid:)
  open func createCredentialRegistrationRequest(
    challenge: Data, displayName: String, name: String, userID: Data
  ) -> ASAuthorizationSecurityKeyPublicKeyCredentialRegistrationRequest {
    ASAuthorizationSecurityKeyPublicKeyCredentialRegistrationRequest(
      domain, challenge, displayName, name, userID)
  }

  // https://developer.apple.com/documentation/authenticationservices/asauthorizationsecuritykeypublickeycredentialprovider/createcredentialassertionrequest(challenge:)
  open func createCredentialAssertionRequest(
    challenge: Data
  ) -> ASAuthorizationSecurityKeyPublicKeyCredentialAssertionRequest {
    ASAuthorizationSecurityKeyPublicKeyCredentialAssertionRequest(domain, challenge)
  }
}

// https://developer.apple.com/documentation/authenticationservices/asauthorizationsecuritykeypublickeycredentialregistrationrequest
open class ASAuthorizationSecurityKeyPublicKeyCredentialRegistrationRequest: ASAuthorizationRequest {
  let content: (domain: String, challenge: Data, displayName: String, name: String, user: Data)

  init(_ domain: String, _ challenge: Data, _ displayName: String, _ name: String, _ user: Data) {
    content = (domain, challenge, displayName, name, user)
    super.init()
  }

  // https://developer.apple.com/documentation/authenticationservices/asauthorizationsecuritykeypublickeycredentialregistrationrequest/credentialparameters
  open var credentialParameters: [ASAuthorizationPublicKeyCredentialParameters] = []
  // https://developer.apple.com/documentation/authenticationservices/asauthorizationsecuritykeypublickeycredentialregistrationrequest/excludedcredentials
  open var excludedCredentials: [ASAuthorizationSecurityKeyPublicKeyCredentialDescriptor] = []
  // https://developer.apple.com/documentation/authenticationservices/asauthorizationsecuritykeypublickeycredentialregistrationrequest/residentkeypreference
  open var residentKeyPreference = ASAuthorizationPublicKeyCredentialResidentKeyPreference.discouraged
  // https://developer.apple.com/documentation/authenticationservices/asauthorizationpublickeycredentialregistrationrequest/userverificationpreference
  open var userVerificationPreference = ASAuthorizationPublicKeyCredentialUserVerificationPreference.preferred
}

// https://developer.apple.com/documentation/authenticationservices/asauthorizationsecuritykeypublickeycredentialassertionrequest
open class ASAuthorizationSecurityKeyPublicKeyCredentialAssertionRequest: ASAuthorizationRequest {
  let content: (domain: String, challenge: Data)

  init(_ domain: String, _ challenge: Data) {
    content = (domain, challenge)
    super.init()
  }

  // https://developer.apple.com/documentation/authenticationservices/asauthorizationsecuritykeypublickeycredentialassertionrequest/allowedcredentials
  open var allowedCredentials: [ASAuthorizationSecurityKeyPublicKeyCredentialDescriptor] = []
  // https://developer.apple.com/documentation/authenticationservices/asauthorizationpublickeycredentialassertionrequest/userverificationpreference
  open var userVerificationPreference = ASAuthorizationPublicKeyCredentialUserVerificationPreference.preferred
}

// https://developer.apple.com/documentation/authenticationservices/asauthorizationsecuritykeypublickeycredentialdescriptor
open class ASAuthorizationSecurityKeyPublicKeyCredentialDescriptor: NSObject {
  let id: Data

  // https://developer.apple.com/documentation/authenticationservices/asauthorizationsecuritykeypublickeycredentialdescriptor/init(credentialid:transports:)
  public init(credentialID: Data, transports: [Transport]) { id = credentialID }

  // https://developer.apple.com/documentation/authenticationservices/asauthorizationsecuritykeypublickeycredentialdescriptor/transport
  public struct Transport: Hashable, RawRepresentable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    // https://developer.apple.com/documentation/authenticationservices/asauthorizationsecuritykeypublickeycredentialdescriptor/transport/allsupported
    public static var allSupported: [Transport] { [] }
  }
}

// https://developer.apple.com/documentation/authenticationservices/asauthorizationpublickeycredentialparameters
open class ASAuthorizationPublicKeyCredentialParameters: NSObject {
  let number: Int

  // https://developer.apple.com/documentation/authenticationservices/asauthorizationpublickeycredentialparameters/init(algorithm:)
  public init(algorithm: ASCOSEAlgorithmIdentifier) { number = algorithm.rawValue }
}

// https://developer.apple.com/documentation/authenticationservices/ascosealgorithmidentifier
public struct ASCOSEAlgorithmIdentifier: Hashable, RawRepresentable, Sendable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }
}

// https://developer.apple.com/documentation/authenticationservices/asauthorizationpublickeycredentialresidentkeypreference
public struct ASAuthorizationPublicKeyCredentialResidentKeyPreference: Hashable, RawRepresentable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  // https://developer.apple.com/documentation/authenticationservices/asauthorizationpublickeycredentialresidentkeypreference/discouraged
  public static let discouraged = Self(rawValue: "discouraged")
  // https://developer.apple.com/documentation/authenticationservices/asauthorizationpublickeycredentialresidentkeypreference/preferred
  public static let preferred = Self(rawValue: "preferred")
  // https://developer.apple.com/documentation/authenticationservices/asauthorizationpublickeycredentialresidentkeypreference/required
  public static let required = Self(rawValue: "required")
}

// https://developer.apple.com/documentation/authenticationservices/asauthorizationsecuritykeypublickeycredentialregistration
open class ASAuthorizationSecurityKeyPublicKeyCredentialRegistration: NSObject,
  ASAuthorizationPublicKeyCredentialRegistration
{
  let content: (id: Data, clientData: Data, attestation: Data?)

  init(_ id: Data, _ clientData: Data, _ attestation: Data?) { content = (id, clientData, attestation) }

  // https://developer.apple.com/documentation/authenticationservices/aspublickeycredential/credentialid
  open var credentialID: Data { content.id }
  // https://developer.apple.com/documentation/authenticationservices/aspublickeycredential/rawclientdatajson
  open var rawClientDataJSON: Data { content.clientData }
  // https://developer.apple.com/documentation/authenticationservices/asauthorizationpublickeycredentialregistration/rawattestationobject
  open var rawAttestationObject: Data? { content.attestation }
}

#if os(Linux)
  // Stand-in: what the system sees of a request.
  extension ASAuthorizationSecurityKeyPublicKeyCredentialRegistrationRequest {
    package var shown: (domain: String, challenge: Data, displayName: String, name: String, user: Data) {
      content
    }
    package var algorithms: [Int] { credentialParameters.map(\.number) }
    package var excludedIDs: [Data] { excludedCredentials.map(\.id) }
  }

  // Stand-in: what the system sees of a request.
  extension ASAuthorizationSecurityKeyPublicKeyCredentialAssertionRequest {
    package var shown: (domain: String, challenge: Data) { content }
    package var allowedIDs: [Data] { allowedCredentials.map(\.id) }
  }

  // Stand-in: the security keys of the user.
  extension ASAuthorizationSecurityKeyPublicKeyCredentialRegistration {
    package static func made(
      id: Data, clientData: Data, attestation: Data?
    ) -> ASAuthorizationSecurityKeyPublicKeyCredentialRegistration {
      ASAuthorizationSecurityKeyPublicKeyCredentialRegistration(id, clientData, attestation)
    }
  }
#endif
