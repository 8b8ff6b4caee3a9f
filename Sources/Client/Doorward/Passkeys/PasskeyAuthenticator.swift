/// An authenticator of passkeys, with the client that talks to it: the system's authenticator, a security key, or a
/// test double.
///
/// ``SystemPasskeys`` has the authenticator of this system. An app passes another authenticator to
/// ``DoorwardConfiguration/init(serverURL:applicationID:storage:transport:clock:logger:visitors:renewsAhead:passkeys:)``:
///
/// ```swift
/// struct MyAuthenticator: PasskeyAuthenticator {
///   func create(_ creation: PasskeyCreation) async throws -> PasskeyRegistration {
///     PasskeyRegistration(try await library.create(creation.options, from: creation.origin))
///   }
///   func get(_ request: PasskeyRequest) async throws -> DoorwardJSON {
///     try await library.get(request.options, from: request.origin)
///   }
/// }
/// ```
///
/// The options and the responses are the JSON forms of WebAuthn Level 3, §5.1.8 to §5.1.10. The server verifies every
/// response. The calls end when their task is cancelled.
public protocol PasskeyAuthenticator: Sendable {
  /// Whether ``create(_:)`` can make a passkey without asking the user, see ``PasskeyCreation/Occasion/upgrade``.
  var upgradesPasswords: Bool { get }

  /// Makes a passkey.
  ///
  /// - Parameter creation: The options and the occasion.
  /// - Returns: `RegistrationResponseJSON`.
  /// - Throws: ``PasskeyFailure``, or a ``DoorwardError``.
  func create(_ creation: PasskeyCreation) async throws -> PasskeyRegistration

  /// Proves the possession of a passkey.
  ///
  /// - Parameter request: The options, and the way in which the user is asked.
  /// - Returns: `AuthenticationResponseJSON`.
  /// - Throws: ``PasskeyFailure``, or a ``DoorwardError``.
  func get(_ request: PasskeyRequest) async throws -> DoorwardJSON

  /// Reports a fact that the server knows to the authenticator (WebAuthn L3 §5.1.10). The user is not asked.
  ///
  /// - Throws: An error of the authenticator. The SDK logs it.
  func signal(_ signal: PasskeySignal) async throws
}

extension PasskeyAuthenticator {
  /// False: most authenticators ask the user for every passkey.
  public var upgradesPasswords: Bool { false }
  /// Does nothing: a security key asks for its PIN before every change.
  public func signal(_ signal: PasskeySignal) async throws {}
}

/// A request to make a passkey.
public struct PasskeyCreation: Sendable {
  /// The reason for a new passkey.
  public enum Occasion: Sendable, Hashable {
    /// A new user signs up.
    case signUp
    /// A new user signs up. The system may ask for the user's name and address as well.
    case account
    /// The signed-in user adds a passkey.
    case addition
    /// The user has just signed in with a password. The authenticator makes the passkey without asking, or fails.
    case upgrade
  }

  /// `PublicKeyCredentialCreationOptionsJSON`.
  public let options: DoorwardJSON
  /// The origin of the server, such as `https://accounts.example.com`. If the system has no rule about the
  /// domains of an app, the authenticator makes passkeys only for the domain of this origin and the domains above it.
  public let origin: String
  /// The reason.
  public let occasion: Occasion

  /// Makes a request.
  public init(options: DoorwardJSON, origin: String, occasion: Occasion) {
    self.options = options
    self.origin = origin
    self.occasion = occasion
  }
}

/// A new passkey.
public struct PasskeyRegistration: Sendable {
  /// `RegistrationResponseJSON`.
  public let response: DoorwardJSON
  /// The name that the user has given to the system; only after ``PasskeyCreation/Occasion/account``.
  public let name: String?
  /// The address that the user has given to the system. It is not verified.
  public let contact: PasskeyContact?

  /// Makes a registration.
  public init(_ response: DoorwardJSON, name: String? = nil, contact: PasskeyContact? = nil) {
    self.response = response
    self.name = name
    self.contact = contact
  }
}

/// An address that the user has chosen in the system's sheet. The user has not proven it.
public enum PasskeyContact: Sendable, Hashable {
  /// An email address.
  case email(String)
  /// A phone number.
  case phoneNumber(String)
}

/// A request to prove the possession of a passkey.
public struct PasskeyRequest: Sendable {
  /// The way in which the user is asked.
  public enum Mediation: Sendable, Hashable {
    /// In a sheet.
    case sheet
    /// Among the suggestions for a text field. The request waits until the user chooses a passkey there.
    case autofill
    /// In a sheet if the device has a passkey; otherwise the request fails at once with ``PasskeyFailure/noPasskey``.
    case immediate
  }

  /// `PublicKeyCredentialRequestOptionsJSON`.
  public let options: DoorwardJSON
  /// The origin of the server, see ``PasskeyCreation/origin``.
  public let origin: String
  /// The way in which the user is asked.
  public let mediation: Mediation

  /// Makes a request.
  public init(options: DoorwardJSON, origin: String, mediation: Mediation) {
    self.options = options
    self.origin = origin
    self.mediation = mediation
  }
}

/// A fact for an authenticator. It then hides stale passkeys and shows the user's present name.
public enum PasskeySignal: Sendable, Hashable {
  /// The server does not know a passkey.
  case unknownCredential(relyingPartyID: String, credentialID: [UInt8])
  /// The server accepts these passkeys of a user, and no others.
  case allAcceptedCredentials(relyingPartyID: String, userHandle: [UInt8], credentialIDs: [[UInt8]])
  /// The user's name and identifier have changed.
  case currentUserDetails(relyingPartyID: String, userHandle: [UInt8], name: String, displayName: String)
}

/// The passkeys of this system.
public enum SystemPasskeys {
  /// The authenticator of this system: `ApplePasskeys` on Apple platforms; nil on Linux, which has no authenticator.
  public static var authenticator: (any PasskeyAuthenticator)? {
    #if canImport(AuthenticationServices)
      ApplePasskeys()
    #else
      nil
    #endif
  }
}
