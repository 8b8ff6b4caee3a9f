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
