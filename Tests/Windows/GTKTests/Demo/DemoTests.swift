#if os(Linux)
  import ChildProcesses
  import DoorwardSystem
  import Foundation
  import XCTest

  /// `make demo`: the demo starts its server, and its windows work with it.
  final class DemoTests: WindowTestCase {
    func testDemoSignsAUserUp() throws {
      try onLoop {
        let path = try XCTUnwrap(
          BuiltProgram.path("DoorwardDemo"), "Build it first: swift build --package-path Server")
        var program = ChildProgram(path, [])
        program.errors = .descriptor(2)
        let demo = try program.start()
        defer {
          demo.send(SIGTERM)
          _ = demo.wait()
        }
        let reader = try await ScreenReader.start(of: demo.id)
        try await reader.wait(for: "Welcome, guest", role: "heading")
        try await reader.press("Sign in")
        let field = try await reader.wait(starting: "Email", role: "text")
        try await reader.type("ada@example.com", into: field.name)
        try await reader.press("Continue")
        // The window shows the message of the server.
        let message = try await reader.wait(starting: "ada@example.com: ")
        let code = try XCTUnwrap(message.name.firstMatch(of: /\b\d{6}\b/)?.output)
        try await reader.type(String(code), into: "Code")
        try await reader.press("Skip")
        try await reader.wait(for: "Welcome, ada@example.com", role: "heading")
        try await reader.press("Your account")
        try await reader.wait(for: "Profile", role: "heading")
      }
    }
  }
#endif
