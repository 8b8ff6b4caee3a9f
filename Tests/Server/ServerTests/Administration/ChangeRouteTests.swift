import DoorwardAdministration
import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardServer
import DoorwardSessions
import DoorwardStore
import Encodings
import Foundation
import Testing

/// The changes of the settings and of applications: how answers name them, how they are listed, and how they are undone.
@Suite struct ChangeRouteTests {
  @Test func answersNameTheChangesThatTheyHaveMade() async throws {
    try await TestServer.run { server in
      let program = try await SettingsProgram(server)
      func made(_ answer: TestAPI.Answer, _ status: Int) async throws -> String {
        let newest = try await program.send(.get, "changes")["items"].array?.first?["id"]?.string
        let named = try #require(answer.fields["Doorward-Change"])
        #expect(answer.status == status && named == newest)
        return named
      }
      let shop = "applications/shop"
      _ = try await made(program.send(.post, "applications", ["id": "shop"]), 201)
      let first = try await made(program.send(.patch, shop, ["name": "One"]), 200)
      _ = try await made(program.send(.patch, shop, ["roles": ["editor"]]), 200)
      _ = try await made(program.change(SettingsProgram.patch(chain: "Main")), 200)
      let secret = try await program.send(.post, "\(shop)/secrets", [:])
      _ = try await made(secret, 201)
      _ = try await made(program.send(.post, "\(shop)/secrets", [:]), 201)
      _ = try await made(program.send(.delete, "\(shop)/secrets/\(secret["id"].string ?? "")"), 204)
      // The one that the answer named is undone, and not a newer one of the same program.
      _ = try await made(program.send(.post, "changes/\(first)/undo"), 204)
      let application = try await program.send(.get, shop)
      #expect(application["name"] != "One" && application["roles"] == ["editor"])
      let removed = try await made(program.send(.delete, shop), 204)
      _ = try await made(program.send(.post, "changes/\(removed)/undo"), 204)
      #expect(try await program.send(.get, shop)["roles"] == ["editor"])
      for answer in [
        try await program.change(SettingsProgram.patch(chain: "Main")), try await program.send(.get, shop),
      ] {
        #expect(answer.status == 200 && answer.fields["Doorward-Change"] == nil)
      }
    }
  }

  @Test func changesAreUndoneUnlessTheValueHasChangedSince() async throws {
    try await TestServer.run { server in
      let program = try await SettingsProgram(server)
      #expect(try await program.change(["limits": ["identities_per_user": 7]]).status == 200)
      #expect(
        try await program.change(["limits": ["identities_per_user": 9, "deletion_grace": 5]]).status == 200)
      let items = try await program.send(.get, "changes")["items"].array ?? []
      #expect(items.first?["keys"] == ["limits.identities_per_user", "limits.deletion_grace"])
      #expect(items.first?["kind"] == "changed")
      #expect(items.first?["actor"]?["type"] == "administration_key" && items.first?["application"] == .null)
      let part = try await program.send(.get, "changes?limit=1")
      #expect(part["items"].array?.count == 1 && part["next"] == items[0]["id"])
      let rest = try await program.send(.get, "changes?before=\(items[0]["id"]?.string ?? "")")
      #expect(rest["items"].array?.map { $0["id"] } == [items[1]["id"]] && rest["next"] == .null)
      #expect(try await program.send(.get, "changes?before=x").status == 400)
      func undo(_ index: Int) async throws -> TestAPI.Answer {
        try await program.send(.post, "changes/\(items[index]["id"]?.string ?? "")/undo")
      }
      let refusal = try await undo(1)
      #expect(refusal.status == 409 && refusal.code == "changed_since")
      #expect(try await undo(0).status == 204)
      #expect(try await program.setting("limits.identities_per_user")["value"] == 7)
      #expect(try await program.setting("limits.deletion_grace")["source"] == "default")
      #expect(try await undo(0).code == "changed_since")
      // An undo is a change too, and the newest one also in the same millisecond.
      #expect(try await program.undoLast().status == 204)
      #expect(try await program.setting("limits.identities_per_user")["value"] == 9)
      #expect(
        try await program.send(.post, "changes/01900000-0000-7000-8000-000000000000/undo").status == 404)
    }
  }

  @Test func changesOfApplicationsAreUndone() async throws {
    try await TestServer.run { server in
      let program = try await SettingsProgram(server)
      func shop() async throws -> TestAPI.Answer { try await program.send(.get, "applications/shop") }
      #expect(try await program.send(.post, "applications", ["id": "shop", "name": "One"]).status == 201)
      #expect(try await program.send(.patch, "applications/shop", ["name": "Two"]).status == 200)
      #expect(try await program.undoLast().status == 204)
      #expect(try await shop()["name"] == "One")
      #expect(try await program.send(.post, "applications/shop/secrets", [:]).status == 201)
      let settings = try await shop()
      #expect(try await program.send(.delete, "applications/shop").status == 204)
      #expect(try await program.undoLast().status == 204)
      #expect(try await shop().json == settings.json)
      let kinds = try await program.send(.get, "changes")["items"].array?.map { $0["kind"] }
      #expect(kinds == ["added", "removed", "changed", "changed", "changed", "added"])
      func listed(_ query: String) async throws -> TestAPI.Answer {
        try await program.send(.get, "changes?\(query)")
      }
      let removed = try await listed("kind=removed")
      #expect(removed["items"].array?.map { $0["kind"] } == ["removed"] && removed["next"] == .null)
      #expect(removed["items"].array?.first?["application"] == "shop")
      let part = try await listed("application=shop&kind=changed&limit=2")
      #expect(part["items"].array?.count == 2)
      let rest = try await listed("application=shop&kind=changed&before=\(part["next"].string ?? "")")
      #expect(rest["items"].array?.count == 1 && rest["next"] == .null)
      #expect(try await listed("application=other")["items"] == [])
      #expect(try await listed("kind=gone").code == "invalid_filter")
      let other = try await SettingsProgram(server, scopes: [.readSettings, .writeSettings])
      #expect(try await other.undoLast().code == "insufficient_scope")
      #expect(try await program.undoLast().status == 204)
      #expect(try await shop().status == 404)
      #expect(!String(decoding: try await program.send(.get, "changes").body, as: UTF8.self).contains("One"))
    }
  }
}
