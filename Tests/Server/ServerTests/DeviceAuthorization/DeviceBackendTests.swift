import DoorwardHTTP
import DoorwardHTTPTypes
import Encodings
import Testing

/// Devices whose codes the backend of a client requests: many at once, from the backend's address.
@Suite struct DeviceBackendTests {
  private static var settings: JSONObject {
    var settings = TestDevice.settings
    settings["limits"] = ["waiting_devices_per_network": 1, "waiting_devices_per_client": 3]
    return settings
  }

  private func box(_ server: TestServer) async throws -> TestDevice {
    try await TestDevice(server, "box", secret: TestClient.secret, fields: ["User-Agent": "backend/1.0"])
  }

  @Test("Waiting devices of a confidential client are counted by client, not by network, and limited")
  func waiting() async throws {
    try await TestServer.run(Self.settings) { server in
      let browser = try await TestBrowser.signedIn(server)
      let devices = [try await box(server), try await box(server), try await box(server)]
      let refused = try await TestDevice.begin(server, "box", secret: TestClient.secret)
      #expect(refused.status == 429 && refused.code == "rate_limited")
      #expect(refused["error_description"].string?.contains("this client") == true)
      // The two counts are independent.
      _ = try await TestDevice(server)
      #expect(try await TestDevice.begin(server, "tv").status == 429)
      try await devices[0].decide("deny", browser)
      _ = try await box(server)
      server.clock.advance(by: 600)
      _ = try await box(server)
    }
  }

  @Test("The user does not see the backend's address and name as those of the device")
  func shown() async throws {
    try await TestServer.run(Self.settings) { server in
      let browser = try await TestBrowser.signedIn(server)
      let shown = try await box(server).find(browser)
      #expect(shown["next"] == "confirm")
      let request = try #require(shown["request"].object)
      #expect(request["network"] == .null && request["same_network"] == .null)
      #expect(request["device"] == .null)
      #expect(request["created_at"]?.string != nil)
    }
  }
}
