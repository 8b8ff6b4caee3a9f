import Doorward
import DoorwardUI
import SwiftUI

struct ContentView: View {
  @Environment(\.doorwardAuthState) private var state
  @State private var isSaved = false

  var body: some View {
    NavigationStack {
      VStack {
        Text("Hello, \(state.user?.info.name ?? "you")")
        SaveButton { isSaved = true }
        if isSaved { Text("Saved") }
      }
      .toolbar { ToolbarItem { DoorwardUserButton() } }
    }
  }
}
