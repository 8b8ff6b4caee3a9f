import Doorward
import DoorwardSecurityKeys
import Foundation
import Testing
import WebAuthn

/// The errors that the user sees if a security key cannot be used.
@Suite(.timeLimit(.minutes(1))) struct SecurityKeyErrorTests {
  private let server: KeyServer

  init() throws { server = try KeyServer() }

  private func code(_ call: () async throws -> Void) async -> String {
    do {
      try await call()
      return "none"
    } catch let failure as PasskeyFailure {
      return DoorwardError(failure).code.rawValue
    } catch {
      return (error as? DoorwardError)?.code.rawValue ?? "\(error)"
    }
  }

  @Test func withoutAKeyTheUserIsToldToPlugOneIn() async {
    // The real list of devices. Machines that run tests have no security key.
    let keys = SecurityKeys(prompts: KeyUser().prompts)
    let error = await #expect(throws: DoorwardError.self) { try await keys.get(server.request()) }
    #expect(error?.code == .noSecurityKey && error?.reason == "No security key is connected.")
    #expect(error?.recoverySuggestion == "Plug your security key in, then try again.")
    #expect(await code { _ = try await keys.create(server.creation()) } == "no_security_key")
  }

  @Test func oneKeyAtATime() async throws {
    let user = KeyUser()
    let keys = user.keys(VirtualDevices.connected(try VirtualKey(), try VirtualKey()))
    #expect(await code { _ = try await keys.get(server.request()) } == "several_security_keys")
    #expect(await user.touches == 0)
  }

  @Test func unpluggedKeyIsUnavailable() async throws {
    let key = try VirtualKey()
    var devices = VirtualDevices.connected(key)
    let path = try devices.list()[0].path
    VirtualDevices.unplug(path)
    #expect(
      await code { _ = try await KeyUser().keys(devices).get(server.request()) } == "security_key_unavailable"
    )
    devices = VirtualDevices.connected(key)
    #expect(await code { _ = try await KeyUser().keys(devices).get(server.request()) } == "no_passkey")
  }

  @Test(
    arguments: [
      (0x19, "passkey_registered"), (0x2e, "no_passkey"), (0x27, "cancelled"), (0x2d, "cancelled"),
      (0x2f, "timed_out"), (0x3a, "timed_out"), (0x26, "passkeys_unsupported"),
      (0x2b, "passkeys_unsupported"),
      (0x28, "security_key_full"), (0x35, "security_key_without_pin"), (0x34, "security_key_blocked"),
      (0x32, "security_key_blocked"), (0x7f, "security_key_unavailable"), (0xf0, "security_key_unavailable"),
    ] as [(UInt8, String)]) func statusOfAKeyIsTyped(_ status: UInt8, _ expected: String) async throws
  {
    let key = try VirtualKey(.init(failures: [status, status]))
    let keys = KeyUser().keys(VirtualDevices.connected(key))
    #expect(await code { _ = try await keys.create(server.creation()) } == expected)
    #expect(await code { _ = try await keys.get(server.request()) } == expected)
  }

  @Test func keyWithAPasskeyOfTheUserMakesNoOther() async throws {
    let key = try VirtualKey()
    let keys = KeyUser().keys(VirtualDevices.connected(key))
    _ = try await keys.create(server.creation())
    let id = try #require(key.stored.first?.id)
    #expect(
      await code { _ = try await keys.create(server.creation(excluding: [id])) } == "passkey_registered")
    #expect(key.stored.count == 1)
  }

  @Test func requiredVerificationNeedsAPIN() async throws {
    let key = try VirtualKey()
    let keys = KeyUser().keys(VirtualDevices.connected(key))
    #expect(
      await code { _ = try await keys.create(server.creation(.required)) } == "security_key_without_pin")
    #expect(await code { _ = try await keys.get(server.request(.required)) } == "security_key_without_pin")
    #expect(key.stored.isEmpty)
  }

  @Test func cancelledTaskCancelsTheKey() async throws {
    let key = try VirtualKey(.init(isUntouched: true))
    let keys = KeyUser().keys(VirtualDevices.connected(key))
    let task = Task { try await keys.create(server.creation()) }
    await onThread { key.untilItWaits() }
    task.cancel()
    #expect(await code { _ = try await task.value } == "cancelled")
    // The key is free for the next call.
    key.change { $0.isUntouched = false }
    _ = try server.verify(try await keys.create(server.creation()))
  }

  @Test func otherDomainsGetNoSignature() async throws {
    let key = try VirtualKey()
    let keys = KeyUser().keys(VirtualDevices.connected(key))
    for origin in [
      "https://example.org.evil.test", "https://evil-example.org", "http://accounts.example.org",
      "https://127.0.0.1", "https://[::1]", "https://org", "file:///etc/passwd", "", "example.org",
    ] {
      #expect(await code { _ = try await keys.create(server.creation(at: origin)) } == "passkey_not_allowed")
      #expect(await code { _ = try await keys.get(server.request(at: origin)) } == "passkey_not_allowed")
    }
    #expect(key.commands.isEmpty)
    _ = try await keys.create(server.creation(at: "https://example.org:8443"))
  }

  @Test func unsuitableRequestsReachNoKey() async throws {
    let key = try VirtualKey()
    let keys = KeyUser().keys(VirtualDevices.connected(key))
    #expect(await code { _ = try await keys.get(server.request(.autofill)) } == "passkeys_unsupported")
    #expect(await code { _ = try await keys.get(server.request(.immediate)) } == "no_passkey")
    #expect(
      await code { _ = try await keys.create(server.creation(on: .upgrade)) } == "passkeys_unsupported")
    #expect(
      await code { _ = try await keys.create(server.creation(algorithms: [.ps256])) }
        == "passkeys_unsupported")
    let empty = PasskeyRequest(options: [:], origin: KeyServer.origin, mediation: .sheet)
    #expect(await code { _ = try await keys.get(empty) } == "passkeys_unsupported")
    #expect(key.commands.isEmpty && !keys.upgradesPasswords)
  }
}

/// Runs a call that blocks.
private func onThread(_ work: @escaping @Sendable () -> Void) async {
  await withCheckedContinuation { continuation in
    Thread.detachNewThread {
      work()
      continuation.resume()
    }
  }
}
