internal import DoorwardWire

/// The codes of challenges and of the proofs of wallets.
extension DoorwardError.Code {
  /// The call does not have this `purpose`.
  public static var invalidPurpose: Self { Self(rawValue: WireCode.invalidPurpose) }
  /// `binding` is not the base64url of a SHA-256.
  public static var invalidBinding: Self { Self(rawValue: WireCode.invalidBinding) }
  /// `binding_secret` is not 32 or more bytes in base64url.
  public static var invalidBindingSecret: Self { Self(rawValue: WireCode.invalidBindingSecret) }
  /// The application has a secret, or lists scopes without `account`: it can sign in users only through the browser.
  public static var browserSignInRequired: Self { Self(rawValue: WireCode.browserSignInRequired) }
  /// The application does not offer this sign-in method.
  public static var methodNotOffered: Self { Self(rawValue: WireCode.methodNotOffered) }
  /// The server did not issue this challenge to this client for this purpose, application and user with this text.
  public static var invalidChallenge: Self { Self(rawValue: WireCode.invalidChallenge) }
  /// The challenge has been used.
  public static var challengeUsed: Self { Self(rawValue: WireCode.challengeUsed) }
  /// The waiting sign-in does not accept this second factor.
  public static var invalidMethod: Self { Self(rawValue: WireCode.invalidMethod) }
  /// The application does not list the domain.
  public static var wrongDomain: Self { Self(rawValue: WireCode.wrongDomain) }
  /// The application does not list the URI.
  public static var wrongURI: Self { Self(rawValue: WireCode.wrongURI) }
  /// The application does not list the chain.
  public static var wrongChain: Self { Self(rawValue: WireCode.wrongChain) }
  /// The application does not list the NEAR network.
  public static var wrongNetwork: Self { Self(rawValue: WireCode.wrongNetwork) }
  /// The application does not list the callback URL.
  public static var wrongCallbackURL: Self { Self(rawValue: WireCode.wrongCallbackURL) }
  /// The application no longer lists any value for this check.
  public static var policyNotMet: Self { Self(rawValue: WireCode.policyNotMet) }
  /// The clocks of two servers differ.
  public static var issuedInFuture: Self { Self(rawValue: WireCode.issuedInFuture) }
  /// Every key with which the NEAR account signed in has been replaced, so the account may have a new owner.
  public static var identityQuarantined: Self { Self(rawValue: WireCode.identityQuarantined) }
  /// Two keys of one NEAR account signed in at the same time.
  public static var identityChanged: Self { Self(rawValue: WireCode.identityChanged) }
  /// Another Ethereum account signed, or a contract wallet did.
  public static var wrongSigner: Self { Self(rawValue: WireCode.wrongSigner) }
  /// The NEAR key did not sign this message.
  public static var wrongSignature: Self { Self(rawValue: WireCode.wrongSignature) }
  /// The chain has no such NEAR account.
  public static var unknownAccount: Self { Self(rawValue: WireCode.unknownAccount) }
  /// The account does not have this key.
  public static var unknownAccessKey: Self { Self(rawValue: WireCode.unknownAccessKey) }
  /// The key may only call functions of a contract.
  public static var functionCallKey: Self { Self(rawValue: WireCode.functionCallKey) }
  /// The key is a gas key, or of an unknown kind.
  public static var notFullAccessKey: Self { Self(rawValue: WireCode.notFullAccessKey) }
  /// The length, the encoding or the values of the signature are not valid.
  public static var malformedSignature: Self { Self(rawValue: WireCode.malformedSignature) }
  /// The signature has a high s value (EIP-2).
  public static var highS: Self { Self(rawValue: WireCode.highS) }
  /// The signature is a contract wallet's (EIP-1271, ERC-6492), which this version does not check.
  public static var unsupportedContractSignature: Self {
    Self(rawValue: WireCode.unsupportedContractSignature)
  }
  /// The server does not support the curve of the key.
  public static var unsupportedCurve: Self { Self(rawValue: WireCode.unsupportedCurve) }
  /// The text is not an EIP-4361 message.
  public static var malformedMessage: Self { Self(rawValue: WireCode.malformedMessage) }
  /// The domain of the message is not valid.
  public static var invalidDomain: Self { Self(rawValue: WireCode.invalidDomain) }
  /// The text is not an Ethereum address, or its checksum is wrong.
  public static var invalidAddress: Self { Self(rawValue: WireCode.invalidAddress) }
  /// The statement has a forbidden character.
  public static var invalidStatement: Self { Self(rawValue: WireCode.invalidStatement) }
  /// The URI of the message is not valid.
  public static var invalidURI: Self { Self(rawValue: WireCode.invalidURI) }
  /// The version of the message is not 1.
  public static var invalidVersion: Self { Self(rawValue: WireCode.invalidVersion) }
  /// The nonce is not eight or more letters and digits.
  public static var invalidNonce: Self { Self(rawValue: WireCode.invalidNonce) }
  /// A time in the message is not valid.
  public static var invalidTime: Self { Self(rawValue: WireCode.invalidTime) }
  /// The request id has a forbidden character.
  public static var invalidRequestID: Self { Self(rawValue: WireCode.invalidRequestID) }
  /// A resource of the message is not a URI.
  public static var invalidResource: Self { Self(rawValue: WireCode.invalidResource) }
  /// The text is not a NEAR account id.
  public static var malformedAccountID: Self { Self(rawValue: WireCode.malformedAccountID) }
  /// The text is not a NEAR public key.
  public static var malformedPublicKey: Self { Self(rawValue: WireCode.malformedPublicKey) }
  /// The nonce is not 32 bytes in base64.
  public static var malformedNonce: Self { Self(rawValue: WireCode.malformedNonce) }
  /// A label of the wallet is not one line of up to 64 bytes.
  public static var invalidMetadata: Self { Self(rawValue: WireCode.invalidMetadata) }
}
