// The sign-in sheet and the photo well of the guide to authentication. The edits: the vendor's prefix, the module of the views, and
// a view around the photo well.
import Doorward
import DoorwardUI
import SwiftUI

struct ProfileView: View {
  @State private var isSigningIn = false

  var body: some View {
    Button("Sign in") {
      isSigningIn = true
    }
    .presentDoorwardSignInView(isPresented: $isSigningIn) { dismissType in
      switch dismissType {
      case .cancelled:
        DoorwardLogger.info("User cancelled sign in")
      case .completed:
        DoorwardLogger.info("User successfully signed in")
      case .failed(let error):
        DoorwardLogger.error("User sign in failed: \(error)")
      }
    }
  }
}

struct PhotoSample: View {
  var body: some View { DoorwardProfilePhotoWell() }
}
