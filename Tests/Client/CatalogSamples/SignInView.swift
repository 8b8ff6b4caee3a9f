import Doorward
import SwiftUI

struct SignInView: View {
  @Environment(\.doorward) private var doorward
  @State private var name = ""

  var body: some View {
    VStack {
      TextField("Email", text: $name).textContentType(.username)
      Button("Sign in with a passkey") {
        Task { try await doorward.passkey.login() }
      }
    }
    .task { _ = try? await doorward.passkey.login(autofill: true) }
  }
}
