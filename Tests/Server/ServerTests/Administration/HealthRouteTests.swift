import DoorwardAdministration
import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardServer
import DoorwardStore
import Encodings
import Foundation
import Testing

/// The health of the running server over HTTP.
@Suite struct HealthRouteTests {
  private static func key(_ server: TestServer, _ scope: AdministrationScope) async throws -> String {
    try await server.administer {
      try await $0.createAdministrationKey(name: "tests", scopes: [scope]).1.text
    }
  }

  private static func check(_ name: String, in health: JSONValue?) -> JSONValue? {
    health?["checks"]?.array?.first { $0["check"]?.string == name }
  }

  @Test func findingsAreThoseOfTheDoctor() async throws {
    try await TestServer.run { server in
      let key = try await Self.key(server, .readServer)
      let health = try await server.listening.send(.get, "/v1/admin/health", bearer: key)
      #expect(health.status == 200 && health["version"].string == DoorwardVersion.current)
      let examined = await InstallationExamination(
        server.configuration, libraries: LibraryVersions.line, clock: server.clock.wallClock
      ).findings(.brief)
      let named = { (findings: [JSONValue]) in
        // The test program is no decoder of photos.
        findings.filter { $0["check"]?.string != "photos" }
      }
      #expect(named(health["checks"].array ?? []) == named(examined.map { .object($0.json) }))
      for name in ["applications", "master key", "database", "signing keys", "backups", "mail", "clock"] {
        #expect(Self.check(name, in: health.json) != nil, "\(name)")
      }
      let database = Self.check("database", in: health.json)
      #expect(database?["status"] == "ok")
      #expect(database?["detail"]?.string?.contains("no errors") == false)
    }
  }

  @Test func oldSigningKeysAndOldBackupsAreWarnings() async throws {
    try await TestServer.run { server in
      let key = try await server.administer {
        try await $0.createAdministrationKey(
          name: "tests", scopes: [.readServer], lifetime: 366 * 86_400
        ).1.text
      }
      let read = {
        try await server.listening.send(.get, "/v1/admin/health", bearer: key).json
      }
      #expect(Self.check("signing keys", in: try await read())?["status"] == "ok")
      let now = server.clock.wallClock.now
      try await server.withStore { store in
        try await store.write {
          try $0.record(.backupMade, about: EventSubjects(), by: EventOrigin(.commandLine("ops")), at: now)
        }
      }
      server.clock.advance(by: 6 * 86_400)
      let recent = Self.check("backups", in: try await read())
      #expect(recent?["status"] == "ok" && recent?["detail"]?.string?.hasPrefix("the newest is of") == true)
      server.clock.advance(by: 2 * 86_400)
      let late = Self.check("backups", in: try await read())
      #expect(late?["status"] == "warning" && late?["detail"] == "the newest is 8 days old")
      server.clock.advance(by: 192 * 86_400)
      let old = try await read()
      let keys = Self.check("signing keys", in: old)
      #expect(keys?["status"] == "warning" && keys?["detail"]?.string?.hasSuffix("200 days old") == true)
    }
  }

  @Test func examinationCountsForSomeSeconds() async throws {
    try await TestServer.run { server in
      let key = try await Self.key(server, .readServer)
      let read = {
        try await server.listening.send(.get, "/v1/admin/health", bearer: key)["examined_at"].string
      }
      let first = try await read()
      server.clock.advance(by: 9)
      #expect(try await read() == first)
      server.clock.advance(by: 1)
      #expect(try await read() != first)
    }
  }
}
