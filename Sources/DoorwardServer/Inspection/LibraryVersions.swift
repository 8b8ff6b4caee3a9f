import DoorwardOpenSSL
import DoorwardOutgoingHTTP
import DoorwardPhotos
import DoorwardPostgreSQL
import DoorwardSQLite
import DoorwardSessions
import DoorwardSodium

/// The versions that the program's libraries report.
package enum LibraryVersions {
  package static var all: [(name: String, version: String)] {
    [
      ("libcurl", OutgoingHTTPClient.libraryVersion), ("SQLite", SQLiteConnection.libraryVersion),
      ("libpq", PostgreSQLConnection.libraryVersion),
      ("OpenSSL", OpenSSLContext.libraryVersion), ("libsodium", SodiumVersion.current),
    ]
  }

  /// The reason why libvips, which reads photos, cannot be loaded; nil if it can. The server starts without it.
  package static var photoLibraryProblem: String? {
    do throws(PhotoError) {
      try PhotoProcessor.requireLibrary()
      return nil
    } catch {
      return error.reason
    }
  }
}
