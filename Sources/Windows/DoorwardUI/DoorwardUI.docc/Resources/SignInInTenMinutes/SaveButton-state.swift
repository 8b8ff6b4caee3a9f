import Doorward
import SwiftUI

struct SaveButton: View {
  @Environment(\.doorwardAuthState) private var state
  @State private var isSigningIn = false
  let save: () -> Void

  var body: some View {
    Button("Save") {
      if state.isLoggedIn { save() } else { isSigningIn = true }
    }
  }
}
