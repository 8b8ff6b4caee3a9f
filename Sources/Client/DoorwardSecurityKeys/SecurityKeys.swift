import BinaryEncodings
import CDoorwardFIDO2
public import Doorward
import DoorwardSystem
import Encodings
import WebAuthn

/// The passkeys of a security key that is plugged in, through libfido2.
///
/// ```swift
/// let keys = SecurityKeys(prompts: prompts)
/// let doorward = Doorward(DoorwardConfiguration(serverURL: url, passkeys: keys))
/// try await doorward.passkey.login()
/// ```
///
/// The program takes the place of the browser: it signs for the origin of the server, and only for the domain of that origin
/// and the domains above it. Keys of the older standard U2F store no passkeys and are not used.
public struct SecurityKeys: PasskeyAuthenticator {
  private let prompts: SecurityKeyPrompts
  private let devices: FIDO2Devices

  /// Makes an authenticator.
  ///
  /// - Parameter prompts: The questions to the user.
  public init(prompts: SecurityKeyPrompts) { self.init(prompts: prompts, devices: .system) }

  package init(prompts: SecurityKeyPrompts, devices: FIDO2Devices) {
    self.prompts = prompts
    self.devices = devices
  }

  // MARK: The authenticator

  public func create(_ creation: PasskeyCreation) async throws -> PasskeyRegistration {
    guard creation.occasion != .upgrade,
      let options = try? RegistrationOptions(.object(creation.options.object)),
      let id = options.relyingPartyID, let algorithm = Self.algorithm(among: options.algorithms)
    else { throw PasskeyFailure.unsupported }
    let clientData = try SecurityKeyOrigin(creation.origin, for: id)
      .clientData(CollectedClientData.Ceremony.create.rawValue, challenge: options.challenge)
    let key = try await openKey()
    defer { key.close() }
    let (credentialID, data) = try await asking(key, options.userVerification) { verifiesUser, pin in
      let credential = try FIDO2Credential(
        FIDO2Credential.Request(
          relyingPartyID: id, relyingPartyName: options.relyingPartyName, userID: options.user.id,
          userName: options.user.name, displayName: options.user.displayName, clientData: clientData,
          algorithm: algorithm, excluded: options.excludeCredentials.map(\.id),
          isDiscoverable: options.residentKey != .discouraged, verifiesUser: verifiesUser))
      try key.make(credential, pin: pin)
      return (credential.id, credential.authenticatorData)
    }
    // The server asks for no attestation, and learns the model only (WebAuthn L3 §5.1.3 step 22).
    let attestation: CBORValue = ["fmt": "none", "attStmt": [:], "authData": .bytes(data)]
    return PasskeyRegistration(
      PasskeyResponse.registration(
        id: credentialID, clientData: clientData, attestationObject: CBOR.encode(attestation),
        transports: ["usb"]))
  }

  public func get(_ request: PasskeyRequest) async throws -> DoorwardJSON {
    guard request.mediation == .sheet,
      let options = try? AuthenticationOptions(.object(request.options.object)),
      let id = options.relyingPartyID
    else { throw request.mediation == .immediate ? PasskeyFailure.noPasskey : .unsupported }
    let clientData = try SecurityKeyOrigin(request.origin, for: id)
      .clientData(CollectedClientData.Ceremony.get.rawValue, challenge: options.challenge)
    let key = try await openKey()
    defer { key.close() }
    let statements = try await asking(key, options.userVerification) { verifiesUser, pin in
      let assertion = try FIDO2Assertion(
        id, clientData: clientData, allowed: options.allowCredentials.map(\.id), verifiesUser: verifiesUser)
      try key.sign(assertion, pin: pin)
      return assertion.statements
    }
    let statement = try await chosen(among: statements)
    return PasskeyResponse.authentication(
      id: statement.credentialID, clientData: clientData, authenticatorData: statement.authenticatorData,
      signature: statement.signature, userHandle: statement.userID)
  }

  private func chosen(
    among statements: [FIDO2Assertion.Statement]
  ) async throws -> FIDO2Assertion.Statement {
    guard statements.count > 1 else {
      guard let only = statements.first else { throw PasskeyFailure.noPasskey }
      return only
    }
    let names = statements.enumerated().map { $1.userName ?? "Account \($0 + 1)" }
    let place = try await prompts.account(names)
    guard statements.indices.contains(place) else { throw PasskeyFailure.cancelled }
    return statements[place]
  }

  /// The algorithm of a new credential, which every key of the standard has; nil if the server accepts none of them.
  private static func algorithm(among offered: [COSEAlgorithm]) -> Int32? {
    let known: [COSEAlgorithm] = [.es256, .edDSA, .es384, .rs256]
    return known.first(where: offered.contains).map { Int32($0.rawValue) }
  }

  // MARK: The key

  private func openKey() async throws -> FIDO2Device {
    let devices = devices
    return try await onOwnThread {
      let key = try Self.only(of: devices)
      guard try key.storesPasskeys else { throw PasskeyFailure.unsupported }
      return key
    }
  }

  /// Opens the only connected key.
  private static func only(of devices: FIDO2Devices) throws(DoorwardError) -> FIDO2Device {
    let opened: FIDO2Device?
    var count = 0
    do throws(FIDO2Error) {
      let found = try devices.list()
      count = found.count
      opened = count == 1 ? try devices.open(found[0]) : nil
    } catch { throw .notOpened(error) }
    guard let opened else { throw count == 0 ? .noSecurityKey : .severalSecurityKeys }
    return opened
  }

  /// Makes a call to a key, with the user's PIN if the call needs one. A wrong PIN is asked for again.
  ///
  /// `verification` says whether the server requires user verification. `call` is the call, which blocks: with whether
  /// the key verifies the user by itself, and with the PIN.
  ///
  /// - Returns: The result of the call.
  /// - Throws: ``Doorward/DoorwardError``.
  private func asking<Value: Sendable>(
    _ key: FIDO2Device, _ verification: UserVerificationRequirement,
    _ call: @escaping @Sendable (_ verifiesUser: Bool, _ pin: String?) throws -> Value
  ) async throws -> Value {
    let (hasPIN, verifies) = try await onOwnThread { (try key.hasPIN, try key.verifiesUser) }
    let isWanted = verification != .discouraged
    if verification == .required, !hasPIN, !verifies { throw DoorwardError.securityKeyWithoutPIN }
    var pin = isWanted && !verifies && hasPIN ? try await prompts.pin(key.name, nil) : nil
    while true {
      let tried = pin
      await prompts.touch(key.name)
      do {
        return try await onOwnThread(cancelling: key) {
          try call(isWanted && verifies && tried == nil, tried)
        }
      } catch let error as FIDO2Error {
        if Task.isCancelled { throw PasskeyFailure.cancelled }
        switch error.status {
        case FIDO_ERR_PIN_REQUIRED where tried == nil && hasPIN, FIDO_ERR_UV_INVALID where hasPIN,
          FIDO_ERR_UV_BLOCKED where tried == nil && hasPIN:
          pin = try await prompts.pin(key.name, nil)
        case FIDO_ERR_PIN_INVALID:
          pin = try await prompts.pin(key.name, try await onOwnThread { key.pinRetries })
        default: throw DoorwardError(error)
        }
      }
    }
  }
}

/// The questions to the user of a security key.
public struct SecurityKeyPrompts: Sendable {
  /// Asks the user to touch the key of this name. It is called before each call that waits for a touch.
  public var touch: @Sendable (_ key: String) async -> Void
  /// Asks for the PIN of the key of this name. After a wrong PIN, the number is that of the remaining tries.
  public var pin: @Sendable (_ key: String, _ triesLeft: Int?) async throws -> String
  /// Asks which of several accounts signs in, and returns its place in the list.
  public var account: @Sendable (_ names: [String]) async throws -> Int

  /// Makes prompts.
  public init(
    touch: @escaping @Sendable (_ key: String) async -> Void,
    pin: @escaping @Sendable (_ key: String, _ triesLeft: Int?) async throws -> String,
    account: @escaping @Sendable (_ names: [String]) async throws -> Int
  ) {
    self.touch = touch
    self.pin = pin
    self.account = account
  }
}

/// Runs a call that blocks on a separate thread.
func onOwnThread<Value: Sendable>(
  cancelling device: FIDO2Device? = nil, _ work: @escaping @Sendable () throws -> Value
) async throws -> Value {
  try await withTaskCancellationHandler {
    try await withCheckedThrowingContinuation { continuation in
      let isStarted = BackgroundThread.start { continuation.resume(with: Result { try work() }) }
      if !isStarted { continuation.resume(throwing: PasskeyFailure.unsupported) }
    }
  } onCancel: {
    device?.cancel()
  }
}
