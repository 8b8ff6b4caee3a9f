#if canImport(SwiftUI)
  internal import SwiftUI

  /// The photo of a user in a circle: the initials or a symbol without a photo.
  struct Avatar: View {
    let url: String?
    let initials: String
    var side = 40.0
    var isBusy = false
    @ScaledMetric private var scale = 1.0

    var body: some View {
      ZStack {
        Circle().fill(Color.secondary.opacity(0.2))
        AsyncImage(url: url.flatMap(URL.init(string:))) { phase in
          if case .success(let photo) = phase {
            photo.resizable().aspectRatio(contentMode: .fill)
          } else if initials.isEmpty {
            Image(systemName: "person.fill")
          } else {
            Text(verbatim: initials).font(.headline)
          }
        }
        if isBusy { ProgressView() }
      }
      .frame(width: CGFloat(side * scale), height: CGFloat(side * scale))
      .clipShape(Circle())
    }
  }
#endif

/// The letters that stand for a user without a photo: those of the first and the last word of the name.
enum Initials {
  static func of(_ name: String?) -> String {
    let letters = (name ?? "").split(whereSeparator: \.isWhitespace).compactMap { word in
      word.first { $0.isLetter || $0.isNumber }
    }
    guard let first = letters.first else { return "" }
    return String(letters.count > 1 ? [first] + letters.suffix(1) : [first]).uppercased()
  }
}
