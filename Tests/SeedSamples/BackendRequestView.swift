// The samples of the guide to authentication that use none of the guide's windows: the request to the app's backend, and
// the profile. The edits: the vendor's prefix, the order of the imports, the unused result of the request, and the view, the
// button and the task around the change of the profile.
import Doorward
import SwiftUI

struct BackendRequestView: View {
  @Environment(\.doorwardAuthState) private var doorwardAuthState

  var body: some View {
    Button("Make request", action: makeRequestToBackend)
  }

  private func makeRequestToBackend() {
    let accessToken = doorwardAuthState.user?.credential.accessToken

    Task {
      // swift-format-ignore: NeverForceUnwrap
      var request = URLRequest(
        url: URL(string: "https://api.myapp.com/my-endpoint")!
      )

      request.setValue(accessToken, forHTTPHeaderField: "DOORWARD-ACCESS-TOKEN")

      do {
        _ = try await URLSession.shared.data(for: request)
      } catch {
        DoorwardLogger.error("Error making request to backend", error)
      }
    }
  }
}

struct ProfileNameView: View {
  @Environment(\.doorward) private var doorward

  var body: some View {
    Button("Rename", action: rename)
  }

  private func rename() {
    Task {
      try await doorward.user.updatePersonalInfo(
        name: "new display name",
        firstName: "new first name",
        lastName: "new last name"
      )
    }
  }
}
