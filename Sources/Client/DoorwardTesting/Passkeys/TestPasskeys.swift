internal import BinaryEncodings
public import Doorward
internal import DoorwardWire
internal import Encodings

/// An authenticator in memory, for the tests of apps.
///
/// Its responses are signed, so a real server accepts them as well. It keeps its passkeys up to date by the signals of the
/// SDK.
///
/// ```swift
/// let server = DoorwardTestServer(DoorwardTestOffer(methods: ["passkey"]))
/// let passkeys = TestPasskeys()
/// var configuration = server.configuration
/// configuration.passkeys = passkeys
/// try await Doorward(configuration).passkey.signUp(name: "Ada")
/// ```
public actor TestPasskeys: PasskeyAuthenticator {
  /// A passkey of the authenticator.
  public struct Passkey: Sendable, Hashable {
    /// The domain that the passkey belongs to.
    public let relyingPartyID: String
    /// The credential id.
    public let credentialID: [UInt8]
    /// The user, as the server names the user to authenticators.
    public let userHandle: [UInt8]
    /// The name of the account that the authenticator shows.
    public internal(set) var name: String
    /// The name of the person that the authenticator shows.
    public internal(set) var displayName: String
  }

  /// Whether the authenticator makes a passkey after a sign-in with a password.
  public nonisolated let upgradesPasswords: Bool
  /// The passkeys, the oldest first.
  public var passkeys: [Passkey] { stored.map(\.passkey) }
  /// The signals, the oldest first.
  public private(set) var signals: [PasskeySignal] = []
  /// The requests so far, the oldest first.
  public private(set) var requests: [PasskeyRequest] = []
  /// The requests to make a passkey so far, the oldest first.
  public private(set) var creations: [PasskeyCreation] = []

  private struct Stored {
    var passkey: Passkey
    let key: TokenKey
  }

  private let origin: String?
  private let verifiesUser: Bool
  private var stored: [Stored] = []
  private var failures: [PasskeyFailure] = []
  private var account: (name: String?, contact: PasskeyContact?)
  private var choosing: [Int: AsyncStream<Void>.Continuation] = [:]
  private var watchers: [AsyncStream<Never>.Continuation] = []

  /// Makes an authenticator without passkeys.
  ///
  /// - Parameters:
  ///   - origin: The origin that responses name; nil for that of the server.
  ///   - verifiesUser: Whether the authenticator verifies the user. A passkey then counts as two factors. A sign-up with
  ///     a passkey alone needs it.
  ///   - upgradesPasswords: Whether the authenticator makes a passkey after a sign-in with a password.
  ///   - account: The answers of the user to a sheet that also asks for name and address.
  public init(
    origin: String? = nil, verifiesUser: Bool = true, upgradesPasswords: Bool = false,
    account: (name: String?, contact: PasskeyContact?) = (nil, nil)
  ) {
    self.origin = origin
    self.verifiesUser = verifiesUser
    self.upgradesPasswords = upgradesPasswords
    self.account = account
  }

  // MARK: Control by a test

  /// Makes the next call fail. Several failures are used one after the other.
  public func fail(with failure: PasskeyFailure) { failures.append(failure) }

  /// Chooses a passkey among the suggestions for a text field. The calls that wait for that continue.
  public func choose() {
    for waiting in choosing.values { waiting.yield() }
  }

  /// Whether a call waits for the user to choose among the suggestions.
  public var isWaiting: Bool { !choosing.isEmpty }

  /// Waits until this number of requests for a passkey has arrived, or the task is cancelled.
  public func waitForRequests(_ count: Int) async {
    while requests.count < count, !Task.isCancelled {
      let (change, watcher) = AsyncStream<Never>.makeStream()
      watchers.append(watcher)
      for await _ in change {}
    }
  }

  // MARK: The authenticator

  public func create(_ creation: PasskeyCreation) async throws -> PasskeyRegistration {
    creations.append(creation)
    if !failures.isEmpty { throw failures.removeFirst() }
    let options = creation.options.object
    let user = options[PasskeyMembers.user]
    guard let id = options[PasskeyMembers.relyingParty]?[PasskeyMembers.id]?.string,
      let handle = Self.bytes(user?[PasskeyMembers.id]), let name = user?[PasskeyMembers.name]?.string,
      let displayName = user?[PasskeyMembers.displayName]?.string,
      let challenge = options[PasskeyMembers.challenge]?.string
    else { throw PasskeyFailure.unsupported }
    let excluded = Self.ids(options["excludeCredentials"])
    guard
      !stored.contains(where: {
        $0.passkey.relyingPartyID == id && excluded.contains($0.passkey.credentialID)
      })
    else { throw PasskeyFailure.alreadyRegistered }
    let key = try TokenKey()
    let passkey = Passkey(
      relyingPartyID: id, credentialID: randomBytes(32), userHandle: handle, name: name,
      displayName: displayName)
    // The user was not asked.
    let isSilent = creation.occasion == .upgrade
    let data = Self.authenticatorData(
      id, flags: (isSilent ? 0 : userFlags) | Self.attested, Self.attestedCredential(passkey, key))
    let attestation: CBORValue = ["fmt": "none", "attStmt": [:], "authData": .bytes(data)]
    // An authenticator has one discoverable credential of a user.
    stored.removeAll { $0.passkey.relyingPartyID == id && $0.passkey.userHandle == handle }
    stored.append(Stored(passkey: passkey, key: key))
    let response = Self.form(
      passkey.credentialID,
      [
        "clientDataJSON": .string(
          Base64URL.encode(clientData("webauthn.create", challenge, creation.origin))),
        "attestationObject": .string(Base64URL.encode(CBOR.encode(attestation))),
        "transports": ["internal", "hybrid"],
      ])
    let isAccount = creation.occasion == .account
    return PasskeyRegistration(
      response, name: isAccount ? account.name : nil, contact: isAccount ? account.contact : nil)
  }

  public func get(_ request: PasskeyRequest) async throws -> DoorwardJSON {
    requests.append(request)
    for watcher in watchers { watcher.finish() }
    watchers = []
    if !failures.isEmpty { throw failures.removeFirst() }
    if request.mediation == .autofill { try await waitForChoice() }
    let options = request.options.object
    guard let id = options[PasskeyMembers.relyingPartyID]?.string,
      let challenge = options[PasskeyMembers.challenge]?.string
    else { throw PasskeyFailure.unsupported }
    let allowed = Self.ids(options["allowCredentials"])
    let usable = stored.last {
      $0.passkey.relyingPartyID == id && (allowed.isEmpty || allowed.contains($0.passkey.credentialID))
    }
    guard let usable else { throw PasskeyFailure.noPasskey }
    let clientData = clientData("webauthn.get", challenge, request.origin)
    let data = Self.authenticatorData(id, flags: userFlags)
    return Self.form(
      usable.passkey.credentialID,
      [
        "clientDataJSON": .string(Base64URL.encode(clientData)),
        "authenticatorData": .string(Base64URL.encode(data)),
        "signature": .string(
          Base64URL.encode(try usable.key.signDER(data + SHA256.hash(clientData)))),
        "userHandle": .string(Base64URL.encode(usable.passkey.userHandle)),
      ])
  }

  public func signal(_ signal: PasskeySignal) async {
    signals.append(signal)
    switch signal {
    case .unknownCredential(let id, let credential):
      stored.removeAll { $0.passkey.relyingPartyID == id && $0.passkey.credentialID == credential }
    case .allAcceptedCredentials(let id, let user, let credentials):
      stored.removeAll {
        $0.passkey.relyingPartyID == id && $0.passkey.userHandle == user
          && !credentials.contains($0.passkey.credentialID)
      }
    case .currentUserDetails(let id, let user, let name, let displayName):
      for index in stored.indices
      where stored[index].passkey.relyingPartyID == id && stored[index].passkey.userHandle == user {
        stored[index].passkey.name = name
        stored[index].passkey.displayName = displayName
      }
    }
  }

  private func waitForChoice() async throws {
    let (choices, continuation) = AsyncStream<Void>.makeStream()
    let number = requests.count
    choosing[number] = continuation
    defer { choosing[number] = nil }
    for await _ in choices { return }
    throw CancellationError()
  }

  // MARK: Responses

  private static let attested: UInt8 = 1 << 6
  /// UP and UV (WebAuthn L3 §6.1).
  private var userFlags: UInt8 { verifiesUser ? 0b101 : 0b001 }

  private func clientData(_ type: String, _ challenge: String, _ serverOrigin: String) -> [UInt8] {
    let members: JSONObject = [
      "type": .string(type), "challenge": .string(challenge), "origin": .string(origin ?? serverOrigin),
      "crossOrigin": false,
    ]
    return members.serialized()
  }

  /// The passkeys of the double have no counter, because they may be on several devices.
  private static func authenticatorData(
    _ relyingPartyID: String, flags: UInt8, _ attested: [UInt8] = []
  ) -> [UInt8] {
    SHA256.hash(Array(relyingPartyID.utf8)) + [flags | 1 << 3 | 1 << 4, 0, 0, 0, 0] + attested
  }

  private static func attestedCredential(_ passkey: Passkey, _ key: TokenKey) -> [UInt8] {
    let point = key.point
    let publicKey: CBORMap = [
      1: 2, 3: -7, -1: 1, -2: .bytes(Array(point[1...32])), -3: .bytes(Array(point[33...64])),
    ]
    return [UInt8](repeating: 0, count: 16) + [0, UInt8(passkey.credentialID.count)] + passkey.credentialID
      + CBOR.encode(.map(publicKey))
  }

  private static func form(_ id: [UInt8], _ response: JSONObject) -> DoorwardJSON {
    let id = Base64URL.encode(id)
    return DoorwardJSON([
      PasskeyMembers.id: .string(id), PasskeyMembers.rawID: .string(id), PasskeyMembers.type: "public-key",
      PasskeyMembers.response: .object(response), PasskeyMembers.attachment: "platform",
      PasskeyMembers.extensionResults: [:],
    ])
  }

  private static func bytes(_ value: JSONValue?) -> [UInt8]? {
    value?.string.flatMap { try? Base64URL.decode($0) }
  }

  private static func ids(_ list: JSONValue?) -> [[UInt8]] {
    (list?.array ?? []).compactMap { bytes($0[PasskeyMembers.id]) }
  }
}
