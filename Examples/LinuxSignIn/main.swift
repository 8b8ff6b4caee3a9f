import Doorward
import DoorwardGTK
import Foundation

guard let url = URL(string: "http://localhost:8787") else { fatalError("not a URL") }
let doorward = Doorward(DoorwardConfiguration(serverURL: url))

@MainActor func signIn() async {
  guard let window = DoorwardSignInWindow(doorward) else {
    print("Sign-in needs a display: set DISPLAY or WAYLAND_DISPLAY.")
    return
  }
  window.present()
  switch await window.result() {
  case .completed(let state): print("Signed in: \(state.user?.info.name ?? "a user without a name")")
  case .cancelled: print("The window was closed.")
  case .failed(let error): print(error.localizedDescription)
  }
}

var isOver = false
Task {
  await signIn()
  isOver = true
}
// The main actor runs in GTK's main loop, so the program's main stays synchronous.
DoorwardMainLoop.run { isOver }
