import DatabaseServers
import DoorwardPostgreSQL
import Testing

@Suite("Notifications of PostgreSQL", .timeLimit(.minutes(1)))
struct NotificationTests {
  @Test("a message of another session arrives, and the wait for one is bounded")
  func message() async throws {
    let listener = try await connect()
    try listener.run("LISTEN news")
    #expect(try listener.notifications(waitingAtMost: .zero) == [])
    let start = ContinuousClock.now
    #expect(try listener.notifications(waitingAtMost: .milliseconds(50)) == [])
    #expect(start.duration(to: .now) >= .milliseconds(50))

    let sender = try await connect()
    let id = try #require(try sender.run("SELECT pg_backend_pid()").first?.integer(0))
    try sender.run("SELECT pg_notify('news', ?1)", [.text("applications")])
    try sender.run("NOTIFY news")
    var found: [PostgreSQLNotification] = []
    while found.count < 2 { found += try listener.notifications(waitingAtMost: .seconds(5)) }
    #expect(found.map(\.payload) == ["applications", ""])
    #expect(found.allSatisfy { $0.channel == "news" && Int64($0.sender) == id })
  }

  @Test("a message that arrives with an answer is kept")
  func messageWithAnswer() async throws {
    let connection = try await connect()
    try connection.run("LISTEN own")
    try connection.run("NOTIFY own, 'a'")
    #expect(try connection.run("SELECT 1").count == 1)
    #expect(try connection.notifications(waitingAtMost: .seconds(5)).map(\.payload) == ["a"])
  }

  @Test("a lost connection ends the wait")
  func lost() async throws {
    let server = try await PostgreSQLServer.shared
    let proxy = try HostileProxy(to: server.port)
    let connection = try await connect(port: proxy.port)
    try connection.run("LISTEN news")
    proxy.cutAll()
    #expect(failure { try connection.notifications(waitingAtMost: .seconds(10)) }?.endsConnection == true)
  }
}
