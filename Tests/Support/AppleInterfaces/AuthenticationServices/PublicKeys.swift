public import Foundation

// https://developer.apple.com/documentation/authenticationservices/aspublickeycredential
public protocol ASPublicKeyCredential: ASAuthorizationCredential {
  // https://developer.apple.com/documentation/authenticationservices/aspublickeycredential/rawclientdatajson
  var rawClientDataJSON: Data { get }
  // https://developer.apple.com/documentation/authenticationservices/aspublickeycredential/credentialid
  var credentialID: Data { get }
}

// https://developer.apple.com/documentation/authenticationservices/asauthorizationpublickeycredentialregistration
public protocol ASAuthorizationPublicKeyCredentialRegistration: ASPublicKeyCredential {
  // https://developer.apple.com/documentation/authenticationservices/asauthorizationpublickeycredentialregistration/rawattestationobject
  var rawAttestationObject: Data? { get }
}

// https://developer.apple.com/documentation/authenticationservices/asauthorizationpublickeycredentialassertion
public protocol ASAuthorizationPublicKeyCredentialAssertion: ASPublicKeyCredential {
  // https://developer.apple.com/documentation/authenticationservices/asauthorizationpublickeycredentialassertion/rawauthenticatordata
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  var rawAuthenticatorData: Data! { get }
  // https://developer.apple.com/documentation/authenticationservices/asauthorizationpublickeycredentialassertion/signature
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  var signature: Data! { get }
  // https://developer.apple.com/documentation/authenticationservices/asauthorizationpublickeycredentialassertion/userid
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  var userID: Data! { get }
}

// https://developer.apple.com/documentation/authenticationservices/asauthorizationpublickeycredentialuserverificationpreference
public struct ASAuthorizationPublicKeyCredentialUserVerificationPreference: Hashable, RawRepresentable,
  Sendable
{
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  // https://developer.apple.com/documentation/authenticationservices/asauthorizationpublickeycredentialuserverificationpreference/preferred
  public static let preferred = Self(rawValue: "preferred")
  // https://developer.apple.com/documentation/authenticationservices/asauthorizationpublickeycredentialuserverificationpreference/required
  public static let required = Self(rawValue: "required")
  // https://developer.apple.com/documentation/authenticationservices/asauthorizationpublickeycredentialuserverificationpreference/discouraged
  public static let discouraged = Self(rawValue: "discouraged")
}
