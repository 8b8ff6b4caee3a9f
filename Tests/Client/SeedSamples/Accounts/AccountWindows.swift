// The windows of the guide to authentication. The edits: the vendor's prefix, the module of the views, an app around each
// sample with its app delegate, the app's content, and the layout of the lines.
import Doorward
import DoorwardUI
import SwiftUI

struct ContentView: View {
  @Environment(\.doorwardAuthState) private var doorwardAuthState

  var body: some View { Text(verbatim: "Content for \(doorwardAuthState.user?.info.name ?? "everyone")") }
}

struct OptionalWindowSample: Scene {
  let appDelegate: DoorwardAppDelegate

  var body: some Scene {
    DoorwardApp(
      tenantId: "my-tenant-id",
      applicationId: "my-application-id",
      appDelegate: appDelegate
    ) {
      WindowGroup {
        DoorwardOptionalAuthWindow {
          ContentView()
        }
      }
    }
  }
}

struct RequiredWindowSample: Scene {
  let appDelegate: DoorwardAppDelegate

  var body: some Scene {
    DoorwardApp(
      tenantId: "my-tenant-id",
      applicationId: "my-application-id",
      appDelegate: appDelegate
    ) {
      WindowGroup {
        DoorwardRequiredAuthWindow {
          ContentView()
        }
      }
    }
  }
}

struct CustomSignInSample: Scene {
  let appDelegate: DoorwardAppDelegate

  var body: some Scene {
    DoorwardApp(
      tenantId: "my-tenant-id",
      applicationId: "my-application-id",
      appDelegate: appDelegate
    ) {
      WindowGroup {
        DoorwardRequiredAuthWindow {
          ContentView()
        } unauthenticatedContent: {
          DoorwardDefaultAuthenticationFlowView(flowConfig: .default)
        }
      }
    }
  }
}
