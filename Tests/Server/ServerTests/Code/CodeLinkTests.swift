import DoorwardDelivery
import DoorwardHTTP
import DoorwardHTTPTypes
import Encodings
import Foundation
import Testing

/// The link in a message with a code that the hosted page has requested.
@Suite struct CodeLinkTests {
  @Test("The secret of the link signs in the browser that asked for the code, once")
  func signIn() async throws {
    try await TestServer.runWithMail { server, mailbox in
      let browser = TestBrowser(server)
      let (challenge, link) = try await Self.ask(browser, mailbox)
      let stranger = TestBrowser(server)
      _ = try await Self.ask(stranger, mailbox)
      #expect(try await Self.signIn(stranger, challenge, link).code == "invalid_challenge")
      #expect(try await Self.signIn(browser, challenge, link)["signed_in"] == true)
      #expect(try await Self.signIn(browser, challenge, link).status == 401)
    }
  }

  @Test("The link is on the page's own origin, names the challenge by its hash, and has the secret after #")
  func form() async throws {
    try await TestServer.runWithMail { server, mailbox in
      let browser = TestBrowser(server)
      let (challenge, secret) = try await Self.ask(browser, mailbox)
      let again = try await browser.send(
        .post, "/session/code/send", ["email": "ada@example.com", "purpose": "sign_in"])
      let message = try await mailbox.next(to: "ada@example.com", .signInCode)
      let link = try #require(URL(string: message.link))
      #expect(link.path == "/continue" && link.query == nil)
      let parts = try #require(link.fragment).split(separator: ".").map(String.init)
      let name = Array(SHA256.hash(Array((again["challenge_id"].string ?? "").utf8)).prefix(12))
      #expect(parts.count == 2 && parts[0] == Base64URL.encode(name))
      #expect(!message.link.contains(message.code) && parts[1] != secret)
      #expect(try await Self.signIn(browser, challenge, parts[1]).code == "invalid_code")
    }
  }

  @Test("Opening the page of the link changes nothing and asks for no cookie")
  func opening() async throws {
    try await TestServer.runWithMail { server, mailbox in
      let browser = TestBrowser(server)
      let (challenge, link) = try await Self.ask(browser, mailbox)
      for _ in 0..<10 {
        let page = try await TestBrowser(server).send(.get, "/continue")
        #expect(page.status == 200 && page.fields["Set-Cookie"] == nil)
      }
      #expect(try await Self.signIn(browser, challenge, link)["signed_in"] == true)
    }
  }

  @Test("Guesses of the secret count as guesses of the code")
  func guesses() async throws {
    try await TestServer.runWithMail { server, mailbox in
      let browser = TestBrowser(server)
      let (challenge, link) = try await Self.ask(browser, mailbox)
      let wrong = Base64URL.encode([UInt8](repeating: 7, count: 16))
      for _ in 0..<5 {
        #expect(try await Self.signIn(browser, challenge, wrong).code == "invalid_code")
      }
      #expect(try await Self.signIn(browser, challenge, link).status >= 400)
    }
  }

  @Test("A code for an app has no link, and an SMS has the host of the page instead of a link")
  func others() async throws {
    try await TestServer.runWithMail { server, mailbox in
      _ = try await TestCodes(server, mailbox).send(to: "ada@example.com")
      #expect(try await mailbox.next(to: "ada@example.com", .signInCode).link.isEmpty)
      let sent = try await TestBrowser(server).send(
        .post, "/session/code/send", ["phone_number": "+49 1512 3456789", "purpose": "sign_in"])
      #expect(sent.status == 202)
      let message = try await mailbox.next(to: "+4915123456789", .signInCode)
      #expect(message.link.isEmpty)
      let host = try #require(URL(string: server.origin)?.host)
      #expect(message.text.hasSuffix("\n\n@\(host) #\(message.code)"))
    }
  }

  @Test("The link resets a password and finishes a sign-up")
  func otherPurposes() async throws {
    try await TestServer.runWithMail { server, mailbox in
      let browser = TestBrowser(server)
      let signUp = try await browser.send(
        .post, "/session/password/sign-up", ["email": "ada@example.com", "password": "correct horse battery"])
      let first = try await Self.secret(mailbox.next(to: "ada@example.com", .signUpCode))
      let signedUp = try await browser.send(
        .post, "/session/code/verify", ["challenge_id": signUp["challenge_id"], "code": .string(first)])
      #expect(signedUp["signed_in"] == true)
      let other = TestBrowser(server)
      let reset = try await other.send(.post, "/session/password/reset", ["identifier": "ada@example.com"])
      let second = try await Self.secret(mailbox.next(to: "ada@example.com", .passwordReset))
      let answer = try await other.send(
        .post, "/session/password/reset/confirm",
        [
          "challenge_id": reset["challenge_id"], "code": .string(second),
          "new_password": "another correct horse battery",
        ])
      #expect(answer["signed_in"] == true)
    }
  }

  private static func ask(
    _ browser: TestBrowser, _ mailbox: TestMailbox
  ) async throws -> (challenge: JSONValue, secret: String) {
    let sent = try await browser.send(
      .post, "/session/code/send", ["email": "ada@example.com", "purpose": "sign_in"])
    return (sent["challenge_id"], try await secret(mailbox.next(to: "ada@example.com", .signInCode)))
  }

  private static func secret(_ message: TestMailbox.Message) throws -> String {
    String(try #require(message.link.split(separator: ".").last))
  }

  private static func signIn(
    _ browser: TestBrowser, _ challenge: JSONValue, _ code: String
  ) async throws -> TestAPI.Answer {
    try await browser.send(
      .post, "/session/code/sign-in", ["challenge_id": challenge, "code": .string(code)])
  }
}
