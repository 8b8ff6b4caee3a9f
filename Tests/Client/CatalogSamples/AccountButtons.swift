import Doorward
import Foundation
import SwiftUI

struct AccountButtons: View {
  @Environment(\.doorward) private var doorward
  @Environment(\.doorwardAuthState) private var state
  @State private var message = ""

  var body: some View {
    VStack {
      if state.isLoggedIn {
        Button("Sign out") { run { try await doorward.signOut() } }
        Button("Delete the account") { run { try await deleteAccount() } }
      } else {
        Button("Sign in") { run { try await signIn() } }
        Button("Sign in with a passkey") { run { try await doorward.passkey.login() } }
      }
      Text(message)
    }
  }

  /// Shows the page of the server in the system's sheet.
  private func signIn() async throws {
    guard let redirectURL = URL(string: "com.example.notes:/callback"),
      let window = ApplePasskeys.keyWindow()
    else { return }
    try await doorward.browser.login(redirectURL: redirectURL, anchor: window)
  }

  /// The server deletes an account only after a recent sign-in.
  private func deleteAccount() async throws {
    try await doorward.reauthenticate { try await $0.passkey.login() }
    try await doorward.user.delete()
  }

  private func run(_ action: @escaping @MainActor () async throws -> Void) {
    Task {
      do {
        try await action()
        message = ""
      } catch let error as DoorwardError where error.isCancellation {
        message = ""
      } catch {
        message = error.localizedDescription
      }
    }
  }
}
