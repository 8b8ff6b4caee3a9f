import Doorward
import SwiftUI

struct ContentView: View {
  @Environment(\.doorwardAuthState) private var state

  var body: some View {
    Text("Hello, \(state.user?.info.name ?? "you")")
  }
}
