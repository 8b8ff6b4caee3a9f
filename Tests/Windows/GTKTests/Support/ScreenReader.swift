#if os(Linux)
  import CDoorwardGTK
  import ChildProcesses
  import DoorwardSystem
  import Foundation

  /// A screen reader that operates the windows of a process through AT-SPI, from a process of its own.
  ///
  /// It finds controls by their names and roles, as the user of a screen reader does. GTK answers it in the loop that the test
  /// runs.
  @MainActor final class ScreenReader {
    /// A control or a text of a window.
    struct Node: Decodable {
      let depth: Int
      let role: String
      let name: String
      let description: String
      let states: [String]
      let text: String?
    }

    /// Keys, by their X11 key codes.
    enum Key: Int {
      case escape = 9
      case tab = 23
      case enter = 36
      case slash = 61
      case left = 113
      case right = 114
    }

    private static var running: ScreenReader?
    private let child: RunningChild
    private let input = Pipe()
    private let isOfThisProcess: Bool

    /// The screen reader of all tests.
    static func shared() async throws -> ScreenReader {
      if let running { return running }
      let reader = try await ScreenReader.start(of: ProcessInfo.processInfo.processIdentifier)
      running = reader
      return reader
    }

    /// Starts a screen reader of another process.
    static func start(of process: Int32) async throws -> ScreenReader {
      let reader = try ScreenReader(process)
      _ = try await reader.line()
      return reader
    }

    private init(_ process: Int32) throws {
      isOfThisProcess = process == ProcessInfo.processInfo.processIdentifier
      let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "screen-reader.py")
      // The modules for AT-SPI are those of the system's Python.
      var program = ChildProgram(
        "/usr/bin/python3", [script.path, "\(process)"])
      program.input = .descriptor(input.fileHandleForReading.fileDescriptor)
      program.output = .pipe
      program.errors = .descriptor(2)
      child = try RunningChild(program)
    }

    /// The visible controls of all windows, in reading order.
    func tree() async throws -> [Node] { try await ask(["do": "tree"], [Node].self) }

    /// Presses the button of this name, the first one or the last one, as soon as it is shown and enabled.
    func press(_ name: String, last: Bool = false) async throws {
      try await operate(["do": "press", "name": name, "last": last])
    }

    /// Replaces the text of the field of this name, as soon as it is shown.
    func type(_ text: String, into name: String) async throws {
      try await operate(["do": "type", "name": name, "text": text])
    }

    /// Presses a key of the keyboard. Before a window has the keyboard, the key would be lost.
    func press(_ key: Key, alt: Bool = false) async throws {
      if isOfThisProcess { try await Self.waitForKeyboard() }
      _ = try await ask(["do": "key", "code": key.rawValue, "modifiers": alt ? ["alt"] : []], Bool.self)
    }

    /// Waits until a window of this process has the keyboard. A window that was just shown gets it a moment later.
    ///
    /// The wait is short: after a dialog is closed, no window has the keyboard, because the display of the tests has no desktop.
    /// It then gives keys to the window under the pointer.
    private static func waitForKeyboard() async throws {
      let start = ContinuousClock.now
      while !hasKeyboard, ContinuousClock.now - start < .seconds(1) {
        try await Task.sleep(for: .milliseconds(10))
      }
    }

    private static var hasKeyboard: Bool {
      let windows = gtk_window_get_toplevels()
      return (0..<g_list_model_get_n_items(windows)).contains { index in
        guard let window = g_list_model_get_item(windows, index) else { return false }
        defer { g_object_unref(window) }
        return gtk_window_is_active(window.assumingMemoryBound(to: GtkWindow.self)) != 0
      }
    }

    /// The texts and the names of controls that the user can see, in reading order.
    func words() async throws -> [String] {
      try await tree().compactMap { $0.text ?? ($0.name.isEmpty ? nil : $0.name) }
    }

    /// Waits until a control or text of this name is shown.
    @discardableResult func wait(for name: String, role: String? = nil) async throws -> Node {
      try await find(["name": name], role)
    }

    /// Waits until a control with a name of this start is shown.
    @discardableResult func wait(starting start: String, role: String? = nil) async throws -> Node {
      try await find(["start": start], role)
    }

    /// Waits until a control or text is shown whose name has one of these starts.
    func wait(startingWithOneOf starts: [String]) async throws {
      let start = ContinuousClock.now
      while try await !words().contains(where: { word in starts.contains(where: word.hasPrefix) }) {
        guard ContinuousClock.now - start < .seconds(10) else {
          throw Failure(description: "none of \(starts) is shown")
        }
        try await Task.sleep(for: .milliseconds(20))
      }
    }

    /// Waits until a control of this role is shown.
    @discardableResult func wait(role: String) async throws -> Node { try await find([:], role) }

    /// Waits until a control of this role has this text.
    func wait(role: String, with text: String) async throws -> Node { try await find(["text": text], role) }

    private func find(_ wanted: [String: String], _ role: String?) async throws -> Node {
      var command = wanted
      command["do"] = "find"
      command["role"] = role
      return try await eventually(command, Node.self)
    }

    /// Operates a control.
    private func operate(_ command: [String: Any]) async throws {
      _ = try await eventually(command, Bool.self)
    }

    /// The answer to a command, as soon as the control is there. Between two reads of the bus, a control can be missing for a
    /// moment.
    private func eventually<Value: Decodable>(
      _ command: [String: Any], _ type: Value.Type
    ) async throws -> Value {
      let start = ContinuousClock.now
      while true {
        do {
          return try await ask(command, type)
        } catch let failure as Failure {
          guard ContinuousClock.now - start < .seconds(10) else {
            let shown = try await tree().filter { !$0.name.isEmpty }.map { "\($0.role) \"\($0.name)\"" }
            throw Failure(description: "\(command): \(failure.description); there are \(shown)")
          }
        }
        try await Task.sleep(for: .milliseconds(20))
      }
    }

    struct Failure: Error, CustomStringConvertible {
      let description: String
    }

    private struct Answer<Value: Decodable>: Decodable {
      let answer: Value?
      let error: String?
    }

    private func ask<Value: Decodable>(_ command: [String: Any], _ type: Value.Type) async throws -> Value {
      var data = try JSONSerialization.data(withJSONObject: command)
      data.append(UInt8(ascii: "\n"))
      try input.fileHandleForWriting.write(contentsOf: data)
      let answer = try JSONDecoder().decode(Answer<Value>.self, from: Data(try await line().utf8))
      guard let value = answer.answer else { throw Failure(description: answer.error ?? "no answer") }
      return value
    }

    private func line() async throws -> String {
      guard let line = await child.line() else { throw Failure(description: "the screen reader has ended") }
      return line
    }
  }
#endif
