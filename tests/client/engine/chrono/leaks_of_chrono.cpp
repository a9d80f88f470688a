/// Returns suppressions for the leak finder of the sanitizer builds. Chrono 10's collision system never frees
/// 16 bytes of each system that was made. Our own leaks are still found: nothing of ours is made in that
/// constructor.
extern "C" const char* __lsan_default_suppressions();
const char* __lsan_default_suppressions() {
    return "leak:chrono::ChCollisionSystemBullet::ChCollisionSystemBullet\n";
}
