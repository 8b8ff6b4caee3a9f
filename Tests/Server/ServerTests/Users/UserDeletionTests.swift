import DoorwardDelivery
import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardServer
import Encodings
import Testing

/// The operator or a backend deletes a user, who gets a last message.
@Suite struct UserDeletionTests {
  private static let address = "ada@example.com"

  private func withUser(
    _ body: (TestServer, TestMailbox, _ id: String) async throws -> Void
  ) async throws {
    let settings: JSONObject = ["applications": [["id": "shop", "name": "Corner Shop"]]]
    try await TestServer.runWithMail(settings) { server, mailbox in
      let session = try await TestCodes(server, mailbox).registered(Self.address)
      try await body(server, mailbox, try #require(session.json["user"]?["id"]?.string))
    }
  }

  private func expectLastMessage(_ mailbox: TestMailbox) async throws {
    let message = try await mailbox.next(to: Self.address, .accountDeleted)
    #expect(message.text.contains("The operator of Corner Shop deleted your account"))
    #expect(message.link.isEmpty && message.code.isEmpty)
  }

  @Test func backendDeletesAUser() async throws {
    try await withUser { server, mailbox, id in
      let key = try await server.apiKey()
      #expect(try await server.api.send(.delete, "/v1/users/\(id)", bearer: key).status == 204)
      try await expectLastMessage(mailbox)
      #expect(try await server.api.send(.delete, "/v1/users/\(id)", bearer: key).status == 404)
      #expect(mailbox.all.isEmpty)
    }
  }

  @Test func operatorDeletesAUser() async throws {
    try await withUser { server, mailbox, id in
      #expect(try await server.administer { try await $0.deleteUser(id) })
      try await expectLastMessage(mailbox)
    }
  }
}
