import Doorward
import SwiftUI

@main
struct NotesApp: App {
  private let configuration = NotesApp.readConfiguration()

  var body: some Scene {
    WindowGroup {
      ContentView()
    }
  }

  private static func readConfiguration() -> DoorwardConfiguration {
    do { return try DoorwardConfiguration(bundle: .main) } catch {
      preconditionFailure("Doorward.plist: \(error)")
    }
  }
}
