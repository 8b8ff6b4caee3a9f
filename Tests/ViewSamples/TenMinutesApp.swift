import Doorward
import DoorwardUI
import SwiftUI

@main struct TenMinutesApp: App {
  private let configuration = TenMinutesApp.readConfiguration()

  var body: some Scene {
    DoorwardApp(configuration: configuration) {
      WindowGroup {
        DoorwardRequiredAuthWindow {
          GreetingView()
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

struct GreetingView: View {
  @Environment(\.doorwardAuthState) private var state

  var body: some View {
    NavigationStack {
      Text("Hello, \(state.user?.info.name ?? "you")")
        .toolbar { ToolbarItem { DoorwardUserButton() } }
    }
  }
}
