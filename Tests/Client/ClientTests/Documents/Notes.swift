import Doorward
import Foundation

/// The model of an app, for the sample `OfflineNotesSampleTests`.
@MainActor final class Notes {
  private let doorward: Doorward
  private(set) var message = ""

  init(_ doorward: Doorward) { self.doorward = doorward }

  /// Asks the backend for the notes.
  func sync() async {
    do throws(DoorwardError) {
      _ = try await doorward.accessToken()
      message = ""
    } catch {
      message = error.isOffline ? "You are offline." : error.localizedDescription
    }
  }
}
