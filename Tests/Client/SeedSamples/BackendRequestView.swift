// The request of the guide to authentication to the app's backend. The edits: the vendor's prefix, the order of the imports,
// the unused result of the request, and the view and the button around it.
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
