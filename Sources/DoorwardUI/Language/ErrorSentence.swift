internal import Doorward
internal import DoorwardTexts

extension Texts {
  /// The sentence for an error of the SDK.
  func sentence(for error: DoorwardError?) -> String {
    error.flatMap { sentence(forError: $0.code.rawValue, in: "windows") } ?? text("windows.error.unknown")
  }
}
