import Doorward
import DoorwardGTK

@MainActor func signInWithTheBrowser(_ doorward: Doorward) async {
  let proofs = SignInProofs(browser: { try await $0.browser.login() })
  let window = DoorwardSignInWindow(doorward, proofs: proofs)
  window?.present()
  _ = await window?.result()
}
