import Doorward
import DoorwardUI
import SwiftUI

struct ContentView: View {
  @Environment(\.doorwardAuthState) private var state

  var body: some View {
    NavigationStack {
      Text("Hello, \(state.user?.info.name ?? "you")")
        .toolbar { ToolbarItem { DoorwardUserButton() } }
    }
  }
}
