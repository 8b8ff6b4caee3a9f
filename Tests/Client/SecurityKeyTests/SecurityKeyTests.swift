import ChildProcesses
import Doorward
import DoorwardSecurityKeys
import Encodings
import Foundation
import Testing
import WebAuthn
import WebAuthnSignatures

/// Security keys through the real libfido2, which talks to a key in software. The real verifier checks the responses.
@Suite(.timeLimit(.minutes(1))) struct SecurityKeyTests {
  private let server: KeyServer

  init() throws { server = try KeyServer() }

  @Test func keyWithoutPINMakesAPasskeyAndSignsIn() async throws {
    let (key, user) = (try VirtualKey(), KeyUser())
    let keys = user.keys(VirtualDevices.connected(key))
    let verified = try server.verify(try await keys.create(server.creation()))
    #expect(!verified.isUserVerified && !verified.isBackupEligible)
    #expect(verified.credentialID == key.stored.first?.id && verified.transports == ["usb"])
    #expect("\(verified.aaguid)" == "07070707-0707-0707-0707-070707070707")
    let record = verified.record(userHandle: [1])
    let response = try await keys.get(server.request())
    let signedIn = try server.verify(response, record)
    #expect(signedIn.updatedRecord.signCount > record.signCount)
    #expect(await user.touches == 2)
    #expect(await user.triesLeft.isEmpty)
  }

  @Test func keyWithAPINVerifiesTheUser() async throws {
    let key = try VirtualKey(.init(pin: "4821"))
    let user = KeyUser(pins: ["4821", "4821"])
    let keys = user.keys(VirtualDevices.connected(key))
    let registration = try await keys.create(server.creation(.required))
    let verified = try server.verify(registration, .required)
    #expect(verified.isUserVerified)
    let response = try await keys.get(server.request(.required))
    #expect(try server.verify(response, verified.record(userHandle: [1]), .required).isUserVerified)
    #expect(await user.triesLeft == [nil, nil])
  }

  @Test func keyWithAFingerprintReaderNeedsNoPIN() async throws {
    let key = try VirtualKey(.init(pin: "4821", verifiesUser: true))
    let user = KeyUser()
    let keys = user.keys(VirtualDevices.connected(key))
    #expect(try server.verify(try await keys.create(server.creation(.required)), .required).isUserVerified)
    #expect(await user.triesLeft.isEmpty)
  }

  @Test func pinIsNotAskedForIfTheServerNeedsNoVerification() async throws {
    let key = try VirtualKey(.init(pin: "4821"))
    let user = KeyUser(pins: ["4821"])
    let keys = user.keys(VirtualDevices.connected(key))
    // A new passkey needs the PIN on such a key in any case.
    let verified = try server.verify(try await keys.create(server.creation(.discouraged)))
    #expect(await user.triesLeft == [nil])
    let id = verified.credentialID
    let response = try await keys.get(server.request(.discouraged, allowing: [id]))
    let signedIn = try server.verify(response, verified.record(userHandle: [1]), isUserIdentified: true)
    #expect(!signedIn.isUserVerified)
    #expect(await user.triesLeft == [nil])
  }

  @Test func wrongPINIsAskedForAgain() async throws {
    let key = try VirtualKey(.init(pin: "4821"))
    let user = KeyUser(pins: ["0000", "1111", "4821"])
    let keys = user.keys(VirtualDevices.connected(key))
    _ = try server.verify(try await keys.create(server.creation(.required)), .required)
    #expect(await user.triesLeft == [nil, 7, 6])
  }

  @Test func blockedPINEndsTheCall() async throws {
    let key = try VirtualKey(.init(pin: "4821", pinRetries: 1))
    let user = KeyUser(pins: ["0000", "1111", "4821"])
    let error = await #expect(throws: DoorwardError.self) {
      try await user.keys(VirtualDevices.connected(key)).create(server.creation(.required))
    }
    #expect(error?.code == .securityKeyBlocked)
    #expect(await user.triesLeft == [nil, 0])
  }

  @Test func userWhoGivesNoPINCancels() async throws {
    let key = try VirtualKey(.init(pin: "4821"))
    await #expect(throws: PasskeyFailure.cancelled) {
      try await KeyUser().keys(VirtualDevices.connected(key)).create(server.creation(.required))
    }
    #expect(key.stored.isEmpty)
  }

  @Test func userChoosesAmongSeveralAccounts() async throws {
    let key = try VirtualKey(.init(pin: "4821"))
    let user = KeyUser(pins: ["4821", "4821", "4821"], choosing: 1)
    let keys = user.keys(VirtualDevices.connected(key))
    let first = try server.verify(try await keys.create(server.creation(user: 1)))
    _ = try server.verify(try await keys.create(server.creation(user: 2)))
    let response = try await keys.get(server.request())
    // The key lists the latest first.
    #expect(await user.accounts == [["user-2@example.org", "user-1@example.org"]])
    _ = try server.verify(response, first.record(userHandle: [1]))
  }

  @Test func wrongChoiceCancels() async throws {
    let key = try VirtualKey()
    let user = KeyUser(choosing: -1)
    let keys = user.keys(VirtualDevices.connected(key))
    for number: UInt8 in [1, 2] { _ = try await keys.create(server.creation(user: number)) }
    await #expect(throws: PasskeyFailure.cancelled) { try await keys.get(server.request()) }
    #expect(await user.accounts == [["Account 1", "Account 2"]])
  }

  @Test func longOptionsArriveInManyReports() async throws {
    let key = try VirtualKey()
    let keys = KeyUser().keys(VirtualDevices.connected(key))
    let ids = (0..<15).map { [UInt8](repeating: $0, count: 64) }
    _ = try server.verify(try await keys.create(server.creation(excluding: ids)))
  }

  @Test func serverSeesTheSameAuthenticatorInTheSDK() async throws {
    // A sign-up needs a key that verifies its user.
    let key = try VirtualKey(.init(pin: "4821"))
    // Passkeys have a domain, and 127.0.0.1 is none.
    let port = try FreePort.find()
    let origin = "http://localhost:\(port)"
    let running = try await RunningServer.start(
      configuration: """
        {"public_url": "\(origin)", "applications": [{"id": "default", "methods": ["passkey"]}]}
        """, listening: "127.0.0.1:\(port)")
    defer { withExtendedLifetime(running) {} }
    var configuration = DoorwardConfiguration(
      serverURL: try #require(URL(string: origin)), storage: InMemorySessionStorage(), logger: .silent)
    configuration.passkeys = KeyUser(pins: ["4821", "4821", "4821"]).keys(VirtualDevices.connected(key))
    let doorward = Doorward(configuration)
    let user = try await doorward.passkey.signUp(name: "Ada")
    guard case .signedIn(let state) = user else { throw PasskeyFailure.notAllowed }
    try await doorward.signOut()
    guard case .signedIn(let again) = try await doorward.passkey.login() else {
      throw PasskeyFailure.notAllowed
    }
    #expect(again.user?.id == state.user?.id && again.isLoggedIn)
    // The key refuses a second passkey of the same user.
    let error = await #expect(throws: DoorwardError.self) { try await doorward.passkey.link() }
    #expect(error?.code == .passkeyRegistered)
  }
}
