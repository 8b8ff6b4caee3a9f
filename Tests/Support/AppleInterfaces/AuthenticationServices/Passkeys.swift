public import Foundation

// https://developer.apple.com/documentation/authenticationservices/asauthorizationplatformpublickeycredentialprovider
open class ASAuthorizationPlatformPublicKeyCredentialProvider: NSObject, ASAuthorizationProvider {
  let domain: String

  // https://developer.apple.com/documentation/authenticationservices/asauthorizationplatformpublickeycredentialprovider/init(relyingpartyidentifier:)
  public init(relyingPartyIdentifier: String) { domain = relyingPartyIdentifier }

  // https://developer.apple.com/documentation/authenticationservices/asauthorizationplatformpublickeycredentialprovider/createcredentialregistrationrequest(challenge:name:userid:)
  open func createCredentialRegistrationRequest(
    challenge: Data, name: String, userID: Data
  ) -> ASAuthorizationPlatformPublicKeyCredentialRegistrationRequest {
    ASAuthorizationPlatformPublicKeyCredentialRegistrationRequest(domain, challenge, name, userID, nil)
  }

  // https://developer.apple.com/documentation/authenticationservices/asauthorizationplatformpublickeycredentialprovider/createcredentialregistrationrequest(challenge:name:userid:requeststyle:)
  @available(macOS 15.0, iOS 18.0, *)
  open func createCredentialRegistrationRequest(
    challenge: Data, name: String, userID: Data,
    requestStyle: ASAuthorizationPlatformPublicKeyCredentialRegistrationRequest.RequestStyle
  ) -> ASAuthorizationPlatformPublicKeyCredentialRegistrationRequest {
    ASAuthorizationPlatformPublicKeyCredentialRegistrationRequest(
      domain, challenge, name, userID, requestStyle.rawValue)
  }

  // https://developer.apple.com/documentation/authenticationservices/asauthorizationplatformpublickeycredentialprovider/createcredentialassertionrequest(challenge:)
  open func createCredentialAssertionRequest(
    challenge: Data
  ) -> ASAuthorizationPlatformPublicKeyCredentialAssertionRequest {
    ASAuthorizationPlatformPublicKeyCredentialAssertionRequest(domain, challenge)
  }
}

// https://developer.apple.com/documentation/authenticationservices/asauthorizationplatformpublickeycredentialregistrationrequest
open class ASAuthorizationPlatformPublicKeyCredentialRegistrationRequest: ASAuthorizationRequest {
  let content: (domain: String, challenge: Data, name: String, user: Data)
  let style: Int?

  init(_ domain: String, _ challenge: Data, _ name: String, _ user: Data, _ style: Int?) {
    content = (domain, challenge, name, user)
    self.style = style
    super.init()
  }

  // https://developer.apple.com/documentation/authenticationservices/asauthorizationpublickeycredentialregistrationrequest/displayname
  open var displayName: String?
  // https://developer.apple.com/documentation/authenticationservices/asauthorizationpublickeycredentialregistrationrequest/userverificationpreference
  open var userVerificationPreference = ASAuthorizationPublicKeyCredentialUserVerificationPreference.preferred
  // https://developer.apple.com/documentation/authenticationservices/asauthorizationwebbrowserplatformpublickeycredentialregistrationrequest/excludedcredentials
  @available(macOS 13.5, iOS 17.4, *)
  open var excludedCredentials: [ASAuthorizationPlatformPublicKeyCredentialDescriptor]? {
    get { excluded }
    set { excluded = newValue }
  }
  var excluded: [ASAuthorizationPlatformPublicKeyCredentialDescriptor]?

  // https://developer.apple.com/documentation/authenticationservices/asauthorizationplatformpublickeycredentialregistrationrequest/requeststyle-swift.enum
  @available(macOS 15.0, iOS 18.0, *)
  public enum RequestStyle: Int, Sendable {
    // https://developer.apple.com/documentation/authenticationservices/asauthorizationplatformpublickeycredentialregistrationrequest/requeststyle-swift.enum/standard
    case standard = 0
    // https://developer.apple.com/documentation/authenticationservices/asauthorizationplatformpublickeycredentialregistrationrequest/requeststyle-swift.enum/conditional
    case conditional = 1
  }
}

// https://developer.apple.com/documentation/authenticationservices/asauthorizationplatformpublickeycredentialassertionrequest
open class ASAuthorizationPlatformPublicKeyCredentialAssertionRequest: ASAuthorizationRequest {
  let content: (domain: String, challenge: Data)

  init(_ domain: String, _ challenge: Data) {
    content = (domain, challenge)
    super.init()
  }

  // https://developer.apple.com/documentation/authenticationservices/asauthorizationpublickeycredentialassertionrequest/userverificationpreference
  open var userVerificationPreference = ASAuthorizationPublicKeyCredentialUserVerificationPreference.preferred
  // https://developer.apple.com/documentation/authenticationservices/asauthorizationplatformpublickeycredentialassertionrequest/allowedcredentials
  open var allowedCredentials: [ASAuthorizationPlatformPublicKeyCredentialDescriptor] = []
}

// https://developer.apple.com/documentation/authenticationservices/asauthorizationplatformpublickeycredentialdescriptor
open class ASAuthorizationPlatformPublicKeyCredentialDescriptor: NSObject {
  let id: Data

  // https://developer.apple.com/documentation/authenticationservices/asauthorizationplatformpublickeycredentialdescriptor/init(credentialid:)
  public init(credentialID: Data) { id = credentialID }
}

// https://developer.apple.com/documentation/authenticationservices/asauthorizationplatformpublickeycredentialregistration
open class ASAuthorizationPlatformPublicKeyCredentialRegistration: NSObject,
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

// https://developer.apple.com/documentation/authenticationservices/asauthorizationplatformpublickeycredentialassertion
open class ASAuthorizationPlatformPublicKeyCredentialAssertion: NSObject,
  ASAuthorizationPublicKeyCredentialAssertion
{
  let content: (id: Data, clientData: Data, data: Data, signature: Data, user: Data?)

  init(_ id: Data, _ clientData: Data, _ data: Data, _ signature: Data, _ user: Data?) {
    content = (id, clientData, data, signature, user)
  }

  // https://developer.apple.com/documentation/authenticationservices/aspublickeycredential/credentialid
  open var credentialID: Data { content.id }
  // https://developer.apple.com/documentation/authenticationservices/aspublickeycredential/rawclientdatajson
  open var rawClientDataJSON: Data { content.clientData }
  // https://developer.apple.com/documentation/authenticationservices/asauthorizationpublickeycredentialassertion/rawauthenticatordata
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  open var rawAuthenticatorData: Data! { content.data }
  // https://developer.apple.com/documentation/authenticationservices/asauthorizationpublickeycredentialassertion/signature
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  open var signature: Data! { content.signature }
  // https://developer.apple.com/documentation/authenticationservices/asauthorizationpublickeycredentialassertion/userid
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  open var userID: Data! { content.user }
}

#if os(Linux)
  // Stand-in: what the system sees of a request.
  extension ASAuthorizationPlatformPublicKeyCredentialRegistrationRequest {
    package var shown: (domain: String, challenge: Data, name: String, user: Data) { content }
    package var isConditional: Bool { style == RequestStyle.conditional.rawValue }
    package var excludedIDs: [Data]? { excluded?.map(\.id) }
  }

  // Stand-in: what the system sees of a request.
  extension ASAuthorizationPlatformPublicKeyCredentialAssertionRequest {
    package var shown: (domain: String, challenge: Data) { content }
    package var allowedIDs: [Data] { allowedCredentials.map(\.id) }
  }

  // Stand-in: the passkeys of the user.
  extension ASAuthorizationPlatformPublicKeyCredentialRegistration {
    package static func made(
      id: Data, clientData: Data, attestation: Data?
    ) -> ASAuthorizationPlatformPublicKeyCredentialRegistration {
      ASAuthorizationPlatformPublicKeyCredentialRegistration(id, clientData, attestation)
    }
  }

  // Stand-in: the passkeys of the user.
  extension ASAuthorizationPlatformPublicKeyCredentialAssertion {
    package static func signed(
      id: Data, clientData: Data, data: Data, signature: Data, user: Data?
    ) -> ASAuthorizationPlatformPublicKeyCredentialAssertion {
      ASAuthorizationPlatformPublicKeyCredentialAssertion(id, clientData, data, signature, user)
    }
  }
#endif
