import DoorwardDelivery
import DoorwardHTTP
import DoorwardHTTPTypes
import Encodings
import Testing

/// The sign-in of a device is announced to its user: an attacker may have persuaded the user to type its code.
@Suite struct DeviceNoticeTests {
  private static let address = "ada@example.com"

  private func withUser(
    _ body: (TestServer, TestMailbox, TestBrowser) async throws -> Void
  ) async throws {
    try await TestServer.runWithMail(TestDevice.settings) { server, mailbox in
      _ = try await TestCodes(server, mailbox).registered(Self.address)
      let browser = TestBrowser(server)
      let proof: JSONValue = [
        "identifier": .string(Self.address), "password": .string(TestCodes.password),
      ]
      #expect(try await browser.send(.post, "/session/password/sign-in", proof).status == 200)
      _ = try await mailbox.next(to: Self.address, .newDevice)
      try await body(server, mailbox, browser)
    }
  }

  @Test func approvedDeviceIsAnnouncedOnce() async throws {
    try await withUser { server, mailbox, browser in
      let device = try await TestDevice(server)
      try await device.decide("allow", browser)
      #expect(mailbox.all.isEmpty)
      let session = try await device.poll(fields: ["User-Agent": "Example TV/1.0"])
      #expect(session.status == 200)
      let notice = try await mailbox.next(to: Self.address, .newDevice)
      #expect(notice.text.contains("an unknown device, network 127.0.0.1"))
      #expect(notice.link.hasPrefix("\(server.origin)/secure#"))
      #expect(try await device.poll().status == 400)
      #expect(mailbox.all.isEmpty)
    }
  }

  @Test func noticeDoesNotNameTheBackendOfAClient() async throws {
    try await withUser { server, mailbox, browser in
      let device = try await TestDevice(server, "box", secret: TestClient.secret)
      try await device.decide("allow", browser)
      #expect(try await device.poll(fields: ["User-Agent": "backend/1.0"]).status == 200)
      let notice = try await mailbox.next(to: Self.address, .newDevice)
      #expect(!notice.text.contains("backend/1.0") && !notice.text.contains("network"))
    }
  }
}
