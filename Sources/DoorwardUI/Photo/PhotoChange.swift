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

  /// Sends a photo.
  func send(_ photo: Data, with doorward: Doorward) async {
    await perform(.sending) { () throws(DoorwardError) in try await doorward.user.setPhoto(photo) }
  }

  /// Removes the photo.
  func remove(with doorward: Doorward) async {
    await perform(.removing) { () throws(DoorwardError) in try await doorward.user.removePhoto() }
  }

  /// The chosen file cannot be read.
  func refuseFile() { error = .photoNotRead }

  /// The user has read the reason.
  func forgetError() { error = nil }

  private func perform(_ step: Step, _ change: () async throws(DoorwardError) -> DoorwardUser?) async {
    guard self.step == nil else { return }
    self.step = step
    error = nil
    do throws(DoorwardError) { _ = try await change() } catch { self.error = error }
    self.step = nil
  }
}

extension DoorwardError {
  /// The system cannot read the file, or a photo that is only in iCloud.
  static let photoNotRead = DoorwardError(
    code: .photoDamaged, reason: "The photo could not be read.", recoverySuggestion: "Choose another photo.")
}
