import Doorward
import DoorwardFlow
import DoorwardUI
import Foundation
import SwiftUI

struct SaveButton: View {
  @Environment(\.doorwardAuthState) private var state
  @Environment(\.openURL) private var openURL
  @State private var isSigningIn = false
  let save: () -> Void

  var body: some View {
    Button("Save") {
      if state.isLoggedIn { save() } else { isSigningIn = true }
    }
    .presentDoorwardSignInView(
      isPresented: $isSigningIn, flowConfig: config
    ) { dismissType in
      if case .completed = dismissType { save() }
    }
  }

  private var config: DoorwardAuthenticationFlowConfig {
    guard let redirectURL = URL(string: "com.example.notes:/callback") else {
      return .default
    }
    let openURL = openURL
    return .default.proofs(
      SignInProofs(browser: { doorward in
        try await doorward.browser.login(redirectURL: redirectURL) { await openURL($0) }
      }))
  }
}
