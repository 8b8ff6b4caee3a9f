// The change of the profile of the guide to authentication. The edits: the vendor's prefix, and the imports, the
// view, the button and the task around the change.
import Doorward
import DoorwardUI
import SwiftUI

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
