internal import Doorward
internal import Foundation
internal import Observation

/// A change of the user's photo: what is in progress, and why the last one failed.
@MainActor @Observable final class PhotoChange {
  enum Step: Hashable {
    case sending
    case removing
  }

  /// The change that is in progress.
  private(set) var step: Step?
  /// The reason why the last change failed.
  private(set) var error: DoorwardError?

  /// Sends a photo of a user. Fails if another user is signed in.
  func send(_ photo: Data, of user: DoorwardUser.ID?, with doorward: Doorward) async {
    await perform(.sending, of: user, with: doorward) { () throws(DoorwardError) in
      try await doorward.user.setPhoto(photo)
    }
  }

  /// Removes the photo of a user. Fails if another user is signed in.
  func remove(of user: DoorwardUser.ID, with doorward: Doorward) async {
    await perform(.removing, of: user, with: doorward) { () throws(DoorwardError) in
      try await doorward.user.removePhoto()
    }
  }

  /// The chosen file cannot be read.
  func refuseFile() { error = .photoNotRead }

  /// The user has read the reason.
  func forgetError() { error = nil }

  private func perform(
    _ step: Step, of user: DoorwardUser.ID?, with doorward: Doorward,
    _ change: () async throws(DoorwardError) -> DoorwardUser?
  ) async {
    guard self.step == nil else { return }
    self.step = step
    error = nil
    error = await doorward.calls(of: user) { () -> DoorwardError? in
      do throws(DoorwardError) { _ = try await change() } catch { return error }
      return nil
    }
    self.step = nil
  }
}

extension DoorwardError {
  /// The system cannot read the file, or a photo that is only in iCloud.
  static let photoNotRead = DoorwardError(
    code: .photoDamaged, reason: "The photo could not be read.", recoverySuggestion: "Choose another photo.")
}
