#if os(Linux)
  import ChildProcesses
  import DoorwardFlow
  import DoorwardGTKWidgets
  import DoorwardSystem
  import Foundation
  import XCTest

  @testable import DoorwardGTK

  /// The windows in the looks that a desktop can have. A program loads its look once, so each look has a process of its own, which
  /// runs ``LookPictures``.
  final class LookTests: XCTestCase {
    /// Without libadwaita, the windows have the look of GTK's theme.
    func testWindowsWithoutLibadwaita() throws { try LookProcess.draw(.gtk) }

    func testWindowsWithoutLibadwaitaInHighContrast() throws { try LookProcess.draw(.gtkHighContrast) }

    func testWindowsWithoutLibadwaitaInDark() throws { try LookProcess.draw(.gtkDark) }

    func testWindowsInHighContrast() throws { try LookProcess.draw(.highContrast) }

    func testWindowsInHighContrastAndDark() throws { try LookProcess.draw(.highContrastDark) }
  }

  /// A look of the desktop.
  enum Look: String {
    case gtk, gtkHighContrast, gtkDark, highContrast, highContrastDark

    static let variable = "DOORWARD_LOOK"

    var hasLibadwaita: Bool { self == .highContrast || self == .highContrastDark }
    var hasHighContrast: Bool { self != .gtk && self != .gtkDark }
    var isDark: Bool { self == .gtkDark || self == .highContrastDark }

    /// The variables of GTK and of libadwaita that choose the look.
    var variables: [String: String] {
      switch self {
      case .gtk: [:]
      case .gtkHighContrast: ["GTK_THEME": "Default:hc"]
      case .gtkDark: ["GTK_THEME": "Default:dark"]
      case .highContrast: ["ADW_DEBUG_HIGH_CONTRAST": "1", "ADW_DEBUG_COLOR_SCHEME": "prefer-light"]
      case .highContrastDark: ["ADW_DEBUG_HIGH_CONTRAST": "1", "ADW_DEBUG_COLOR_SCHEME": "prefer-dark"]
      }
    }
  }

  private enum LookProcess {
    static func draw(_ look: Look) throws {
      let folder = FileManager.default.temporaryDirectory.appending(path: "doorward-look-\(UUID())")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      var environment = ProcessInfo.processInfo.environment
      environment.merge(look.variables) { $1 }
      environment[Look.variable] = look.rawValue
      if !look.hasLibadwaita {
        // The first file of the name is no library, so that loading it fails as if there were none.
        try Data("none".utf8).write(to: folder.appending(path: "libadwaita-1.so.0"))
        let others = environment["LD_LIBRARY_PATH"].map { ":\($0)" } ?? ""
        environment["LD_LIBRARY_PATH"] = folder.path + others
      }
      let log = folder.appending(path: "log").path
      var program = ChildProgram(
        CommandLine.arguments[0], ["GTKTests.LookPictures/testWindowsAreDrawn"], environment: environment)
      program.output = .file(log)
      program.errors = .file(log)
      let end = try program.start().wait()
      let text = (try? String(contentsOfFile: log, encoding: .utf8)) ?? ""
      XCTAssertEqual(end, .exited(status: 0), text)
      XCTAssertTrue(text.contains("Executed 1 test, with 0 failures"), text)
    }
  }
#endif
