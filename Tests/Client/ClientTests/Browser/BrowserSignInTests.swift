import ChildProcesses
import Doorward
import EthereumSignatures
import Foundation
import Testing

@MainActor struct BrowserSignInTests {
  @Test(.timeLimit(.minutes(1))) func signInOnThePageSignsInToTheApp() async throws {
    let client = try Client(await RunningServer.start())
    let person = BrowserUser(client.server)
    let state = try await client.doorward.browser.login { address in
      let back = try await person.allow(address)
      #expect(back.absoluteString.hasPrefix("http://127.0.0.1:"))
      #expect(try await person.visit(back) == 200)
    }
    #expect(state.isLoggedIn)
    #expect(state.user?.info.identities.first?.identifier == (await person.address))
    // The session is renewed, listed and ended like any other.
    client.time.advance(by: 16 * 60)
    _ = try await client.doorward.accessToken()
    #expect(try await client.doorward.sessions.all().contains { $0.isCurrent })
    try await client.doorward.signOut()
    #expect(await client.isSignedOut())
  }

  @Test(.timeLimit(.minutes(1))) func refusalOnThePageIsACancellation() async throws {
    let client = try Client(await RunningServer.start())
    let person = BrowserUser(client.server)
    let error = await #expect(throws: DoorwardError.self) {
      try await client.doorward.browser.login { address in
        _ = try await person.visit(try await person.deny(address))
      }
    }
    #expect(error?.isCancellation == true)
    #expect(!client.doorward.isLoggedIn)
  }

  @Test(.timeLimit(.minutes(1))) func schemeOfTheAppReturnsToTheApp() async throws {
    let scheme = #"{"applications": [{"id": "app", "redirect_uris": ["com.example.app:/callback"]}]}"#
    let client = try Client(await RunningServer.start(configuration: scheme), applicationID: "app")
    let person = BrowserUser(client.server)
    let doorward = client.doorward
    let redirect = try #require(URL(string: "com.example.app:/callback"))
    let state = try await doorward.browser.login(redirectURL: redirect) { address in
      let back = try await person.allow(address)
      // Other URLs that the app is opened with belong to no sign-in.
      for other in [
        "com.example.app:/callback", "com.example.app:/callback?state=x&code=y", "com.example.app:/other",
        back.absoluteString.replacing("callback", with: "callback/.."),
        back.absoluteString.replacing("com.example.app", with: "com.evil.app"),
        back.absoluteString + "&state=again",
      ] {
        let isTaken = await doorward.handle(url: try #require(URL(string: other)))
        #expect(!isTaken, "\(other)")
      }
      #expect(await doorward.handle(url: back))
    }
    #expect(state.isLoggedIn)
    // No sign-in waits for the URL now.
    #expect(await !doorward.handle(url: redirect))
  }

  @Test(.timeLimit(.minutes(1)), arguments: ["iss=https://evil.example", "iss=", ""])
  func answerOfAnotherServerIsRefused(_ issuer: String) async throws {
    let client = try Client(await RunningServer.start())
    let person = BrowserUser(client.server)
    let error = await #expect(throws: DoorwardError.self) {
      try await client.doorward.browser.login { address in
        let back = try await person.allow(address).absoluteString
        let cut = try #require(back.range(of: "iss="))
        _ = try await person.visit(try #require(URL(string: back[..<cut.lowerBound] + issuer)))
      }
    }
    #expect(error?.code.rawValue == "wrong_issuer")
    #expect(await client.wire.count("/v1/token") == 0)
  }

  @Test(.timeLimit(.minutes(1))) func codeOfAnotherSignInIsRefused() async throws {
    let client = try Client(await RunningServer.start())
    let (person, attacker) = (BrowserUser(client.server), BrowserUser(client.server))
    // The attacker's code with the victim's state: PKCE refuses it.
    let error = await #expect(throws: DoorwardError.self) {
      try await client.doorward.browser.login { address in
        let stolen = try #require(
          URL(
            string: address.absoluteString.replacing(
              /code_challenge=[^&]+/, with: "code_challenge=\(String(repeating: "A", count: 43))")))
        _ = try await person.visit(try await attacker.allow(stolen))
      }
    }
    #expect(error?.code.rawValue == "invalid_grant")
    #expect(!client.doorward.isLoggedIn)
  }

  @Test(.timeLimit(.minutes(1))) func cancelledSignInEndsAtOnce() async throws {
    let client = try Client(await RunningServer.start())
    let doorward = client.doorward
    let (opened, continuation) = AsyncStream<URL>.makeStream()
    let waiting = Task { try await doorward.browser.login { continuation.yield($0) } }
    var addresses = opened.makeAsyncIterator()
    let address = try #require(await addresses.next())
    waiting.cancel()
    await #expect(throws: DoorwardError(code: .cancelled, reason: "")) { try await waiting.value }
    // A late answer belongs to no sign-in.
    let redirect = try #require(
      URLComponents(url: address, resolvingAgainstBaseURL: false)?.queryItems?.first {
        $0.name == "redirect_uri"
      }?.value)
    #expect(await !doorward.handle(url: try #require(URL(string: redirect + "?code=x&state=y"))))
  }

  @Test(.timeLimit(.minutes(1))) func signInEndsAtItsTimeLimit() async throws {
    let client = try Client(await RunningServer.start())
    await #expect(throws: DoorwardError(code: .timedOut, reason: "")) {
      try await client.doorward.browser.login(timeLimit: .milliseconds(50)) { _ in }
    }
  }

  @Test(.timeLimit(.minutes(1))) func closureThatShowsThePageIsCancelledAtTheTimeLimit() async throws {
    let client = try Client(await RunningServer.start())
    let (closed, closing) = AsyncStream<Void>.makeStream()
    // The system's sheet behaves like this: it is shown until the user is done or the task is cancelled.
    await #expect(throws: DoorwardError(code: .timedOut, reason: "")) {
      try await client.doorward.browser.login(timeLimit: .milliseconds(50)) { _ in
        defer { closing.finish() }
        for await _ in AsyncStream<Void>.makeStream().stream {}
      }
    }
    for await _ in closed {}
    // A closure that ignores cancellation.
    await #expect(throws: DoorwardError(code: .timedOut, reason: "")) {
      try await client.doorward.browser.login(timeLimit: .milliseconds(50)) { _ in
        await Task { for await _ in AsyncStream<Void>.makeStream().stream {} }.value
      }
    }
  }

  @Test(.timeLimit(.minutes(1))) func slowCancellationOfTheClosureDelaysNoCaller() async throws {
    let client = try Client(await RunningServer.start())
    let slow = SlowCancellation()
    let doorward = client.doorward
    let waiting = Task { try await doorward.browser.login { _ in await slow.work() } }
    await slow.hasBegun()
    waiting.cancel()
    await #expect(throws: DoorwardError(code: .cancelled, reason: "")) { try await waiting.value }
    #expect(await slow.isCancelledAfterwards())
  }

  @Test(.timeLimit(.minutes(1))) func answerSignsInWhileThePageIsStillShown() async throws {
    let client = try Client(await RunningServer.start())
    let person = BrowserUser(client.server)
    let (closed, closing) = AsyncStream<Void>.makeStream()
    let state = try await client.doorward.browser.login { address in
      defer { closing.finish() }
      let back = try await person.allow(address)
      // The answer cancels the closure.
      let status = try await Task { try await person.visit(back) }.value
      #expect(status == 200)
      for await _ in AsyncStream<Void>.makeStream().stream {}
    }
    #expect(state.isLoggedIn)
    for await _ in closed {}
  }

  @Test(.timeLimit(.minutes(1))) func redirectURIWithAPlusIsEscaped() async throws {
    let scheme = #"{"applications": [{"id": "app", "redirect_uris": ["com.example.app+dev:/callback"]}]}"#
    let client = try Client(await RunningServer.start(configuration: scheme), applicationID: "app")
    let person = BrowserUser(client.server)
    let doorward = client.doorward
    let redirect = try #require(URL(string: "com.example.app+dev:/callback"))
    let state = try await doorward.browser.login(redirectURL: redirect) { address in
      let back = try await person.allow(address)
      #expect(await doorward.handle(url: back))
    }
    #expect(state.isLoggedIn)
  }

  @Test(.timeLimit(.minutes(1))) func otherRequestsToTheListenerEndNoSignIn() async throws {
    let client = try Client(await RunningServer.start())
    let person = BrowserUser(client.server)
    let state = try await client.doorward.browser.login { address in
      let back = try await person.allow(address)
      let port = try #require(back.port.flatMap { UInt16(exactly: $0) })
      let host = "Host: 127.0.0.1:\(port)\r\n"
      let target = "\(back.path)?\(back.query ?? "")"
      for hostile in [
        "", "\r\n\r\n", "nonsense\r\n\r\n", "GET / HTTP/1.1\r\n\(host)\r\n",
        "POST \(target) HTTP/1.1\r\n\(host)\r\n", "GET /callback?state=wrong&code=x HTTP/1.1\r\n\(host)\r\n",
        // A page of another site whose name resolves to this machine.
        "GET \(target) HTTP/1.1\r\nHost: rebound.example:\(port)\r\n\r\n",
        "GET \(target) HTTP/1.1\r\n\(host)Host: evil.example\r\n\r\n", "GET \(target) HTTP/1.1\r\n\r\n",
        "GET http://evil.example\(target) HTTP/1.1\r\n\(host)\r\n",
        "GET @evil.example\(target) HTTP/1.1\r\n\(host)\r\n",
        "GET \(target) HTTP/1.1\r\n" + String(repeating: "X: y\r\n", count: 20_000),
      ] {
        let answer = try LoopbackCaller.send(hostile, to: port)
        #expect(
          answer.isEmpty || answer.hasPrefix("HTTP/1.1 404"), "\(hostile.prefix(60)): \(answer.prefix(40))")
      }
      #expect(try await person.visit(back) == 200)
    }
    #expect(state.isLoggedIn)
  }
}
