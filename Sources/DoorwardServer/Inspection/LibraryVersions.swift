import DoorwardOpenSSL
import DoorwardOutgoingHTTP
import DoorwardSQLite
import DoorwardSessions
import DoorwardSodium

/// The libraries the program runs on, as they say of themselves.
package enum LibraryVersions {
  package static var all: [(name: String, version: String)] {
    [
      ("libcurl", OutgoingHTTPClient.libraryVersion), ("SQLite", SQLiteConnection.libraryVersion),
      ("OpenSSL", OpenSSLContext.libraryVersion), ("libsodium", SodiumVersion.current),
    ]
  }
}
