import DoorwardDelivery
import Encodings
import Foundation
import Testing

/// The client against a real mail server on loopback.
@Suite("SMTP", .timeLimit(.minutes(5)))
struct SMTPTests {
  private static let message = [UInt8]("Subject: Hello\r\n\r\n.\r\n..two\r\nlast line\r\n".utf8)
  private static let credentials = SMTPServer.Credentials(user: "door", password: "pass word=\u{20ac}")

  private func send(_ server: SMTPServer, to recipient: String = "ann@example.org") async -> SMTPOutcome {
    await SMTPClient(server).send(Self.message, from: "no-reply@example.com", to: recipient)
  }

  private func failure(_ outcome: SMTPOutcome) -> SMTPFailure? {
    switch outcome {
    case .accepted: nil
    case .refused(let failure), .postponed(let failure): failure
    }
  }

  @Test(arguments: [SMTPServer.Security.startTLS, .tls])
  func messageIsAcceptedUnderTLSWithAuthentication(_ security: SMTPServer.Security) async throws {
    let folder = try TemporaryDirectory()
    let server = try await MailServer(security, credentials: Self.credentials, in: folder)
    let outcome = await send(server.settings(security, credentials: Self.credentials))
    #expect(outcome == .accepted(reply: "250 2.0.0 OK queued as 4F"))
    let message = try await server.event("message")
    #expect(message.content == Self.message)
    #expect(message["sender"]?.string == "no-reply@example.com")
    #expect(message["recipients"] == .strings(["ann@example.org"]))
    #expect(message["user"]?.string == "door")
    if security == .startTLS { #expect(message["tls"]?.bool == true) }
  }

  @Test func plainConnectionToLoopbackIsAllowed() async throws {
    let folder = try TemporaryDirectory()
    let server = try await MailServer(in: folder)
    #expect(await send(server.settings()) == .accepted(reply: "250 2.0.0 OK queued as 4F"))
    #expect(try await server.event("greeting")["name"]?.string == "doorward.test")
    #expect(try await server.event("message").content == Self.message)
  }

  @Test(arguments: ["192.0.2.1", "2001:db8::1"])
  func plainConnectionToAnotherMachineIsRefusedBeforeItIsMade(_ host: String) async throws {
    var server = SMTPServer(host: host, port: 25, security: .none)
    server.timeout = .seconds(60)
    #expect(failure(await send(server))?.code == .notLoopback)
  }

  @Test func wrongPasswordIsReported() async throws {
    let folder = try TemporaryDirectory()
    let server = try await MailServer(.startTLS, credentials: Self.credentials, in: folder)
    let wrong = SMTPServer.Credentials(user: "door", password: "wrong")
    guard case .postponed(let failure) = await send(server.settings(.startTLS, credentials: wrong)) else {
      Issue.record("the failure must not be permanent, because the operator can correct the password")
      return
    }
    #expect(failure.code == .authenticationRefused && failure.status == 535)
    #expect(!failure.detail.contains("wrong"))
    guard case .postponed(let missing) = await send(server.settings(.startTLS)) else {
      Issue.record("the message was not postponed")
      return
    }
    #expect(missing.code == .authenticationRefused && missing.status == 530)
  }

  @Test func serverWithoutTLSGetsNeitherPasswordNorMessage() async throws {
    let folder = try TemporaryDirectory()
    let server = try await MailServer(.none, credentials: Self.credentials, in: folder)
    let outcome = await send(server.settings(.startTLS, credentials: Self.credentials))
    #expect(failure(outcome)?.code == .tlsFailure)
    let events = try await server.stop().compactMap { $0["event"]?.string }
    #expect(events == ["greeting"])
  }

  @Test(arguments: [SMTPServer.Security.startTLS, .tls])
  func certificateOfAnUnknownAuthorityIsRefused(_ security: SMTPServer.Security) async throws {
    let folder = try TemporaryDirectory()
    let server = try await MailServer(security, credentials: Self.credentials, in: folder)
    var settings = server.settings(security, credentials: Self.credentials)
    settings.certificateAuthorities = nil
    #expect(failure(await send(settings))?.code == .tlsFailure)
    let events = try await server.stop().compactMap { $0["event"]?.string }
    #expect(!events.contains("authentication") && !events.contains("recipient"))
  }

  @Test func certificateForAnotherNameIsRefused() async throws {
    let folder = try TemporaryDirectory()
    let server = try await MailServer(.startTLS, names: "DNS:elsewhere.example,IP:127.0.0.2", in: folder)
    #expect(failure(await send(server.settings(.startTLS)))?.code == .tlsFailure)
  }

  @Test func serverThatIsDownIsUnreachable() async throws {
    // Nothing listens on port 1 of loopback.
    let server = SMTPServer(host: "127.0.0.1", port: 1, security: .none)
    guard case .postponed(let failure) = await send(server) else {
      Issue.record("the message was not postponed")
      return
    }
    #expect(failure.code == .unreachable && failure.status == nil)
    var unknown = SMTPServer(host: "mail.invalid", port: 25)
    unknown.timeout = .seconds(60)
    #expect(self.failure(await send(unknown))?.code == .unreachable)
  }

  @Test(arguments: SMTPServer.Security.allCases)
  func checkConnectsLikeAMessageAndSendsNone(_ security: SMTPServer.Security) async throws {
    let folder = try TemporaryDirectory()
    let credentials = security == .none ? nil : Self.credentials
    let server = try await MailServer(security, credentials: credentials, in: folder)
    let client = SMTPClient(server.settings(security, credentials: credentials))
    guard case .accepted = await client.check() else {
      Issue.record("the server was not accepted")
      return
    }
    // The server reports the message after everything that the check has done.
    _ = await client.send(Self.message, from: "no-reply@example.com", to: "ann@example.org")
    _ = try await server.event("message")
    let kinds = try await server.stop().compactMap { $0["event"]?.string }
    #expect(kinds.count { $0 == "recipient" } == 1 && kinds.count { $0 == "message" } == 1)
    #expect(kinds.count { $0 == "authentication" } == (credentials == nil ? 0 : 2))
  }

  @Test func checkReportsTheSameFailuresAsAMessage() async throws {
    let folder = try TemporaryDirectory()
    let server = try await MailServer(.startTLS, credentials: Self.credentials, in: folder)
    let wrong = SMTPServer.Credentials(user: "door", password: "wrong")
    let refused = await SMTPClient(server.settings(.startTLS, credentials: wrong)).check()
    #expect(failure(refused)?.code == .authenticationRefused)
    var untrusted = server.settings(.startTLS, credentials: Self.credentials)
    untrusted.certificateAuthorities = nil
    #expect(failure(await SMTPClient(untrusted).check())?.code == .tlsFailure)
    let plain = try await MailServer(in: folder)
    #expect(failure(await SMTPClient(plain.settings(.startTLS)).check())?.code == .tlsFailure)
    let closed = SMTPServer(host: "127.0.0.1", port: 1, security: .none)
    #expect(failure(await SMTPClient(closed).check())?.code == .unreachable)
  }

  @Test func slowServerEndsWithTheTimeLimit() async throws {
    let folder = try TemporaryDirectory()
    let server = try await MailServer(script: ["stall"], in: folder)
    var settings = server.settings()
    settings.timeout = .seconds(1)
    guard case .postponed(let failure) = await send(settings) else {
      Issue.record("the message was not postponed")
      return
    }
    #expect(failure.code == .timedOut)
  }

  @Test func cancelledTaskEndsTheDelivery() async throws {
    let folder = try TemporaryDirectory()
    let server = try await MailServer(script: ["stall"], in: folder)
    let delivery = Task { await send(server.settings()) }
    _ = try await server.event("recipient")
    delivery.cancel()
    #expect(failure(await delivery.value)?.code == .cancelled)
  }

  @Test(arguments: [
    ("rcpt 450 4.2.1 mailbox busy", SMTPFailure.Code.busy, 450, false),
    ("rcpt 550 5.1.1 no such user", .refused, 550, true),
    ("data 451 4.3.0 try later", .busy, 451, false),
    ("data 554 5.7.1 spam", .refused, 554, true),
    ("data 552 5.3.4 too large", .refused, 552, true),
    ("rcpt 421 4.3.2 shutting down", .busy, 421, false),
    ("rcpt 530 5.7.0 authentication required", .authenticationRefused, 530, false),
  ])
  func answerDecidesWhetherAnotherAttemptHelps(
    _ step: String, _ code: SMTPFailure.Code, _ status: Int, _ isPermanent: Bool
  ) async throws {
    let folder = try TemporaryDirectory()
    let server = try await MailServer(script: [step], in: folder)
    let outcome = await send(server.settings())
    let expected = SMTPFailure(code, status: status, String(step.dropFirst(5)))
    #expect(outcome == (isPermanent ? .refused(expected) : .postponed(expected)))
  }

  /// The settings of one of the servers are wrong, and the operator can correct them while messages wait.
  @Test(arguments: [
    ("mail 550 5.7.1 sender not allowed", SMTPFailure.Code.senderRefused, 550),
    ("mail 553 5.1.8 unknown sender domain", .senderRefused, 553),
    ("mail 552 5.3.4 too large", .senderRefused, 552),
    ("mail 530 5.7.0 authentication required", .authenticationRefused, 530),
    ("ehlo 550 5.7.1 not this name", .serverRefused, 550), ("ehlo 554 5.7.1 blocked", .serverRefused, 554),
  ])
  func permanentRefusalBeforeTheRecipientPostponesTheMessage(
    _ step: String, _ code: SMTPFailure.Code, _ status: Int
  ) async throws {
    let folder = try TemporaryDirectory()
    let server = try await MailServer(script: [step], in: folder)
    guard case .postponed(let failure) = await send(server.settings()) else {
      Issue.record("the message was not postponed")
      return
    }
    #expect(failure.code == code && code.isMisconfiguration)
    #expect(code == .serverRefused || failure.status == status)
  }

  @Test func temporaryRefusalOfTheSenderIsNotAMisconfiguration() async throws {
    let folder = try TemporaryDirectory()
    let server = try await MailServer(script: ["mail 451 4.3.0 try later"], in: folder)
    guard case .postponed(let failure) = await send(server.settings()) else {
      Issue.record("the message was not postponed")
      return
    }
    #expect(failure.code == .busy && !failure.code.isMisconfiguration)
  }

  @Test func senderThatCannotBeSentPostponesTheMessage() async throws {
    let server = SMTPServer(host: "127.0.0.1", port: 1, security: .none)
    let outcome = await SMTPClient(server).send(
      Self.message, from: "no-reply@example.com>\r\nRSET", to: "ann@example.org")
    guard case .postponed(let failure) = outcome else {
      Issue.record("the message was not postponed")
      return
    }
    #expect(failure.code == .notSent && failure.code.isMisconfiguration)
  }

  @Test func serverThatDiesInTheMiddleOfAMessageIsALostConnection() async throws {
    let folder = try TemporaryDirectory()
    let server = try await MailServer(script: ["die"], in: folder)
    guard case .postponed(let failure) = await send(server.settings()) else {
      Issue.record("the message was not postponed")
      return
    }
    #expect(failure.code == .connectionLost)
  }

  @Test func controlCharactersOfAnAnswerAreRemoved() async throws {
    let folder = try TemporaryDirectory()
    let server = try await MailServer(script: ["data 554 a\u{1b}[2J\tb"], in: folder)
    #expect(try #require(failure(await send(server.settings()))).detail == "554 a [2J b")
  }

  @Test func hugeAnswerIsKeptInWholeLinesUpToALimit() async throws {
    let folder = try TemporaryDirectory()
    let long = String(repeating: "x", count: 2000)
    let server = try await MailServer(
      script: ["data 554-a\r\n554-\(long)\r\n554 b", "data 554 \(long)"], in: folder)
    #expect(try #require(failure(await send(server.settings()))).detail == "554 a … b")
    #expect(try #require(failure(await send(server.settings()))).detail == "554 …")
    let lines = (0..<50).map { "554\($0 == 49 ? " " : "-")\($0)" }.joined(separator: "\r\n")
    let talkative = try await MailServer(script: ["data \(lines)"], in: folder)
    #expect(try #require(failure(await send(talkative.settings()))).detail == "554 0 1 2 3 4 5 6 7")
  }

  @Test(arguments: [
    "ann@example.org>\r\nRCPT TO:<victim@example.org", "ann@example.org\n", "a b@example.org",
    "<ann@example.org>",
    "ann\u{0}@example.org", "änn@example.org", "",
  ])
  func addressThatCouldAddACommandIsNotSent(_ address: String) async throws {
    let folder = try TemporaryDirectory()
    let server = try await MailServer(in: folder)
    #expect(failure(await send(server.settings(), to: address))?.code == .invalidRecipient)
    #expect(try await server.stop().isEmpty)
  }
}
