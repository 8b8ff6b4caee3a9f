import DoorwardPostgreSQL
import Foundation
import Testing

@Suite("Settings of a connection to PostgreSQL")
struct SettingsTests {
  @Test("the description names user, hosts, ports and database, and never the password")
  func description() throws {
    let settings = try PostgreSQLSettings(
      "postgres://ada:p%40ss%3Fword@db.example:6543/doorward?pooler=transaction")
    #expect(settings.description == "postgresql://ada@db.example:6543/doorward")
    #expect(!String(reflecting: settings).contains("p@ss"))
    #expect(settings.namesPassword)
    #expect(try !PostgreSQLSettings("postgres://ada@db.example:6543/doorward").namesPassword)
    var dumped = ""
    dump(settings, to: &dumped)
    #expect(!dumped.contains("p@ss"))
    let several = try PostgreSQLSettings(
      "host=a.example,::1 port=1,2 user=ada password=secret dbname='my base'")
    #expect(several.description == "postgresql://ada@a.example:1,[::1]:2/my base")
  }

  @Test("a URL and a connection string have the parameters of this package")
  func parameters() throws {
    for text in [
      "postgresql://u@127.0.0.1/d?connections=7&sslmode=disable&pooler=transaction",
      "host=127.0.0.1  pooler=transaction user=u connections=7 password='a pooler=none\\' b'",
      "postgres://u:a?b@127.0.0.1/d?pooler=transaction&connections=7",
    ] {
      let settings = try PostgreSQLSettings(text)
      #expect(settings.pooler == .transaction)
      #expect(settings.maximumConnections == 7)
    }
    let plain = try PostgreSQLSettings("postgres://127.0.0.1")
    #expect(plain.pooler == .none)
    #expect(plain.maximumConnections == nil)
  }

  @Test(
    "a wrong parameter is refused",
    arguments: [
      "pooler=session", "connections=0", "connections=many", "insecure=maybe", "sslmodus=disable",
      "connections=1001",
    ])
  func wrongParameter(_ parameter: String) {
    #expect(throws: PostgreSQLSettingsError.self) {
      try PostgreSQLSettings("postgres://u@127.0.0.1/d?\(parameter)")
    }
    #expect(throws: PostgreSQLSettingsError.self) { try PostgreSQLSettings("host=127.0.0.1 \(parameter)") }
  }

  @Test(
    "the reason of a refused text contains no part of the text",
    arguments: [
      "postgres://u:secret%zz@h/d", "secret", "host=h password='secret", "postgres://u:secret@h:port/d",
      "postgres://u@h/d?passwort=secret", "postgres://u@h/d?sslmode=secret", "postgres://u@h/\u{0}secret",
      // An unescaped `@` or `/` in a password.
      "postgres://u:p@secret@h/d", "postgres://u:p@h,secret@h/d", "postgres://u:p@h/secret@h/d",
      "postgres://u:1/secret@h/d", "postgres://u:p@@secret@h/d",
    ])
  func malformed(_ text: String) throws {
    do {
      _ = try PostgreSQLSettings(text)
      Issue.record("the text was accepted")
    } catch {
      #expect(!error.description.contains("secret") || error.code == .unprotected)
      #expect(!error.description.contains("port/d"))
    }
  }

  @Test(
    "the certificate of a database on another host is verified unless the operator allows otherwise",
    arguments: [
      ("postgres://u@db.example/d", true), ("postgres://u@db.example/d?sslmode=prefer", true),
      ("postgres://u@10.0.0.7/d?sslmode=verify-full", true), ("host=db.example", true),
      ("hostaddr=10.0.0.7 host=localhost", true), ("postgres://u@127.0.0.1,db.example/d", true),
      ("postgres://u@db.example/d?sslmode=require&insecure=yes", false),
      ("postgres://u@127.0.0.1/d", false), ("postgres://u@127.1.2.3/d", false),
      ("postgres://u@[::1]/d", false),
      ("postgres://u@localhost/d", false), ("host=/run/postgresql", false),
      ("postgres://u@%40doorward/d", false),
      ("postgres://u@/d?host=/run/a@b", false), ("host=/run/c dbname=a@b", false),
      ("host=/run/a,/run/b", false),
      ("postgres://u@localhost/d?sslmode=verify-full", true),
    ])
  func verification(_ text: String, _ isVerified: Bool) throws {
    #expect(try PostgreSQLSettings(text).verifiesServer == isVerified)
  }

  @Test(
    "a weaker mode is refused on another host", arguments: ["disable", "allow", "require", "verify-ca"],
    [
      "postgres://u@db.example/d?sslmode=", "postgres://u@127.0.0.1.example/d?sslmode=",
      "host=127.0.0.256 sslmode=",
    ])
  func weakMode(_ mode: String, _ text: String) {
    #expect(throws: PostgreSQLSettingsError(.unprotected, "")) { try PostgreSQLSettings(text + mode) }
  }

  @Test("a service that no file has is refused")
  func unknownService() {
    #expect(throws: PostgreSQLSettingsError(.service, "")) {
      try PostgreSQLSettings("service=doorward-tests-have-no-such-service")
    }
  }
}
