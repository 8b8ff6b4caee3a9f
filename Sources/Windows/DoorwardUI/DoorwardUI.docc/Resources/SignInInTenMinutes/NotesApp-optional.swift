import Doorward
import DoorwardUI
import SwiftUI

@main
struct NotesApp: App {
  private let configuration = NotesApp.readConfiguration()

  var body: some Scene {
    DoorwardApp(configuration: configuration) {
      WindowGroup {
        DoorwardOptionalAuthWindow {
          ContentView()
        }
      }
    }
  }

  private static func readConfiguration() -> DoorwardConfiguration {
    do { return try DoorwardConfiguration(bundle: .main) } catch {
      preconditionFailure("Doorward.plist: \(error)")
    }
  }
}
