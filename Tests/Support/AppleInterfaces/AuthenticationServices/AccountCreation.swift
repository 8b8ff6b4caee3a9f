public import Foundation

// https://developer.apple.com/documentation/authenticationservices/asauthorizationaccountcreationprovider
@available(macOS 26.0, iOS 26.0, *)
open class ASAuthorizationAccountCreationProvider: NSObject, ASAuthorizationProvider {
  // https://developer.apple.com/documentation/authenticationservices/asauthorizationaccountcreationprovider/init()
  public override init() {}

  // https://developer.apple.com/documentation/authenticationservices/asauthorizationaccountcreationprovider/createplatformpublickeycredentialregistrationrequest(acceptedcontactidentifiers:shouldrequestname:relyingpartyidentifier:challenge:userid:)
  open func createPlatformPublicKeyCredentialRegistrationRequest(
    acceptedContactIdentifiers: [ASContactIdentifierRequest], shouldRequestName: Bool,
    relyingPartyIdentifier: String, challenge: Data, userID: Data
  ) -> ASAuthorizationAccountCreationPlatformPublicKeyCredentialRequest {
    ASAuthorizationAccountCreationPlatformPublicKeyCredentialRequest(
      acceptedContactIdentifiers, shouldRequestName, relyingPartyIdentifier, challenge, userID)
  }
}

// https://developer.apple.com/documentation/authenticationservices/asauthorizationaccountcreationplatformpublickeycredentialrequest
@available(macOS 26.0, iOS 26.0, *)
open class ASAuthorizationAccountCreationPlatformPublicKeyCredentialRequest: ASAuthorizationRequest {
  let content:
    (contacts: [ASContactIdentifierRequest], asksForName: Bool, domain: String, challenge: Data, user: Data)

  init(
    _ contacts: [ASContactIdentifierRequest], _ asksForName: Bool, _ domain: String, _ challenge: Data,
    _ user: Data
  ) {
    content = (contacts, asksForName, domain, challenge, user)
    super.init()
  }
}

// https://developer.apple.com/documentation/authenticationservices/asauthorizationaccountcreationplatformpublickeycredential
@available(macOS 26.0, iOS 26.0, *)
open class ASAuthorizationAccountCreationPlatformPublicKeyCredential: NSObject, ASAuthorizationCredential {
  let content:
    (
      contact: ASContactIdentifier, name: PersonNameComponents?,
      passkey: ASAuthorizationPlatformPublicKeyCredentialRegistration
    )

  init(
    _ contact: ASContactIdentifier, _ name: PersonNameComponents?,
    _ passkey: ASAuthorizationPlatformPublicKeyCredentialRegistration
  ) { content = (contact, name, passkey) }

  // https://developer.apple.com/documentation/authenticationservices/asauthorizationaccountcreationplatformpublickeycredential/contactidentifier
  open var contactIdentifier: ASContactIdentifier { content.contact }
  // https://developer.apple.com/documentation/authenticationservices/asauthorizationaccountcreationplatformpublickeycredential/name
  open var name: PersonNameComponents? { content.name }
  // https://developer.apple.com/documentation/authenticationservices/asauthorizationaccountcreationplatformpublickeycredential/credentialregistration
  open var credentialRegistration: ASAuthorizationPlatformPublicKeyCredentialRegistration { content.passkey }
}

// https://developer.apple.com/documentation/authenticationservices/ascontactidentifierrequest
@available(macOS 26.0, iOS 26.0, *)
public enum ASContactIdentifierRequest: Sendable {
  // https://developer.apple.com/documentation/authenticationservices/ascontactidentifierrequest/email
  case email
  // https://developer.apple.com/documentation/authenticationservices/ascontactidentifierrequest/phonenumber
  case phoneNumber
}

// https://developer.apple.com/documentation/authenticationservices/ascontactidentifier
@available(macOS 26.0, iOS 26.0, *)
public enum ASContactIdentifier: Sendable {
  // https://developer.apple.com/documentation/authenticationservices/ascontactidentifier/email(_:)
  case email(ASEmailIdentifier)
  // https://developer.apple.com/documentation/authenticationservices/ascontactidentifier/phonenumber(_:)
  case phoneNumber(ASPhoneNumberIdentifier)
}

// https://developer.apple.com/documentation/authenticationservices/asemailidentifier
@available(macOS 26.0, iOS 26.0, *)
public struct ASEmailIdentifier: Sendable {
  let text: String

  // https://developer.apple.com/documentation/authenticationservices/asemailidentifier/value
  public var value: String { text }
}

// https://developer.apple.com/documentation/authenticationservices/asphonenumberidentifier
@available(macOS 26.0, iOS 26.0, *)
public struct ASPhoneNumberIdentifier: Sendable {
  let text: String

  // https://developer.apple.com/documentation/authenticationservices/asphonenumberidentifier/value
  public var value: String { text }
}

#if os(Linux)
  // Stand-in: what the system sees of a request.
  extension ASAuthorizationAccountCreationPlatformPublicKeyCredentialRequest {
    package var shown:
      (contacts: [ASContactIdentifierRequest], asksForName: Bool, domain: String, challenge: Data, user: Data)
    { content }
  }

  // Stand-in: the answers of the user.
  extension ASAuthorizationAccountCreationPlatformPublicKeyCredential {
    package static func made(
      email: String, name: PersonNameComponents?,
      _ passkey: ASAuthorizationPlatformPublicKeyCredentialRegistration
    ) -> ASAuthorizationAccountCreationPlatformPublicKeyCredential {
      ASAuthorizationAccountCreationPlatformPublicKeyCredential(
        .email(ASEmailIdentifier(text: email)), name, passkey)
    }

    package static func made(
      phoneNumber: String, _ passkey: ASAuthorizationPlatformPublicKeyCredentialRegistration
    ) -> ASAuthorizationAccountCreationPlatformPublicKeyCredential {
      ASAuthorizationAccountCreationPlatformPublicKeyCredential(
        .phoneNumber(ASPhoneNumberIdentifier(text: phoneNumber)), nil, passkey)
    }
  }
#endif
