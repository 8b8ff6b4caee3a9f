import Encodings

extension String {
  /// Whether the text is one line, without characters that break it or change the direction of text.
  ///
  /// - Parameter longest: the most characters.
  /// - Returns: false also for an empty text.
  func isLine(upTo longest: Int) -> Bool {
    (1...longest).contains(unicodeScalars.count) && unicodeScalars.allSatisfy { !$0.actsOnText }
  }
}
